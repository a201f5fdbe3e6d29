"""The oracle: worked verdicts, class sizes, and whole random games."""

import random
from itertools import combinations, product

import pytest

import oracle
import verdicts
from oracle import ST1, ST1_DECK, ST2, ST2_DECK


class OracleAdapter:
    """Lets `verdicts.check` ask the oracle."""

    needs = ("base", "expert", "tactics", "rounds")

    def demand(self, text, switches):
        """Turn "tile 3 damaged" and the like into a demand."""
        named = {
            "stone": oracle.ST1_STONE,
            "mud fight": oracle.MUD_FIGHT,
            "blind man's bluff": oracle.BLIND_MANS_BLUFF,
        }
        if text in named:
            return named[text]
        color_run = switches.get("color_run_on_restricted", "plain")
        return oracle.tile_demand(int(text.split()[1]), text.endswith("damaged"), color_run)

    def formation(self, game, cards, demand, switches):
        """Return kind and total."""
        demand = self.demand(demand, switches)
        cards = oracle.best_reading(cards, demand, game)
        return oracle.kind(cards, demand.kinds, demand.color_run), oracle.total(cards)

    def prove(self, game, mine, theirs, table, demand, theirs_first, switches, unseen_tactics=()):
        """Return None if the proof holds, else a refuting fill."""
        demand = self.demand(demand, switches)
        deck = ST1_DECK if game == "ST1" else ST2_DECK
        fills = [card for card in deck if card not in {*mine, *theirs, *table}]
        if switches.get("unseen_tactics_block_proof") == "yes":
            fills += [card for card in unseen_tactics if oracle.is_elite(card)]
        if oracle.proves(mine, theirs, fills, demand, theirs_first, game):
            return None
        if len(mine) < demand.size:
            return []
        return list(oracle.refutation(mine, theirs, fills, demand, game) or [])

    def position(self, game, setup):
        """Build a position from expanded fields."""
        kind = ST1 if game == "ST1" else ST2
        switches = setup["switches"] | {"tactics": setup["tactics"]}
        if "deal" in setup:
            first = {"first": setup["first"]} if game == "ST1" else {}
            return kind(setup["deal"], tactic_deck=setup["tactic_deck"], **first, **switches)
        common = {
            "sides": setup["lanes"],
            "stamps": setup["stamps"],
            "hands": setup["hands"],
            "deck": setup["deck"],
            "discard": setup["discard"],
            "to_move": setup["to_move"],
            "tactic_deck": setup["tactic_deck"],
            "tactics_played": setup["played"],
            "jokers_played": setup["jokers_played"],
        } | switches
        if game == "ST1":
            own = {name: setup[name] for name in ("claimed", "modes", "phase")}
            return ST1.position(**own, **common)
        own = {name: setup[name] for name in ("damaged", "cauldrons")}
        return ST2.position(**own, phase=setup["phase"] or "PREP", **common)

    def legal(self, position):
        """Return the legal moves."""
        return position.legal_moves()

    def apply(self, position, text):
        """Return the position after a move."""
        after = position.copy()
        after.apply(text)
        return after

    def look(self, position):
        """Return what the table may ask about."""
        return vars(position) | {"complete": position.stamps}

    def known(self, position, player):
        """Return where this player knows hidden cards to be."""
        return position.view(player)["known"]

    def feud(self, rounds):
        """Return the points after some rounds."""
        return oracle.feud_scores(rounds)

    def match(self, games):
        """Return the winner of a match."""
        roles = {"attacker": oracle.ATTACKER, "defender": oracle.DEFENDER}
        return oracle.match_winner(
            [oracle.MatchGame(**game | {"winner": roles[game["winner"]]}) for game in games]
        )

    def forms(self, position):
        """Return the position after each way to store it: the oracle only copies."""
        return [position.copy()]


CASES = list(verdicts.cases(OracleAdapter.needs))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_oracle_gives_every_worked_verdict(case):
    verdicts.check(case, OracleAdapter())


def test_every_row_of_section_6_is_in_the_table():
    ids = [case["id"].split("-") for case in verdicts.load()]
    rows = {int(parts[1]) for parts in ids if parts[0] == "6" and parts[1] != "opening"}
    expected = {1, 2, *range(5, 16), 17, 18, 19, 21, 22, 24, 25, *range(27, 34), 35, 36, 38, 43}
    assert rows == expected | {45, 46, 47, 48, 49, 52, 54, 56}


def test_every_case_is_well_formed_and_every_setup_places_every_card_once():
    for case in verdicts.load():
        assert case["needs"] in OracleAdapter.needs, case["id"]
        assert case["form"] in verdicts.FORMS, case["id"]
        assert case["text"].endswith("."), case["id"]
        for game in case["games"]:
            if case["form"] == "play":
                verdicts.expand(game, case["setup"], case["needs"] == "tactics")


@pytest.mark.parametrize(
    ("deck", "size", "counts"),
    [
        (ST1_DECK, 3, (22650, 1470, 462, 180, 42)),
        (ST2_DECK, 2, (1100, 220, 275, 120, 55)),
        (ST2_DECK, 3, (31800, 1200, 1050, 120, 50)),
    ],
)
def test_class_sizes_of_section_1(deck, size, counts):
    found = [oracle.kind(cards) for cards in combinations(deck, size)]
    assert tuple(found.count(name) for name in oracle.KINDS) == counts


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("r1 b3 r2 n9 r3 v7", "color_run"),
        ("r1 b1 g1 r9 r4 r7", "same_value"),
        ("r1 b3 g5 r7 v9 r4", "color"),
        ("r1 b3 g5 y4 v9 r9", "run"),
        ("r1 b3 g5 y7 v9 n1", "sum"),
    ],
)
def test_the_best_kind_of_a_hand_is_over_all_triples(hand, best):
    assert oracle.best_kind_of_hand(hand.split()) == best


def shuffled(deck, rng):
    return rng.sample(deck, len(deck))


def new_game(name, rng):
    """Deal a game, "ST2" or "ST2 tactics", with switches drawn at random."""
    kind = ST1 if name.startswith("ST1") else ST2
    switches = {switch: rng.choice(values) for switch, values in kind.switches}
    game = kind(
        shuffled(kind.all_cards, rng),
        tactics=name.endswith("tactics"),
        tactic_deck=shuffled(kind.all_tactics, rng),
        **({"first": rng.choice((0, 1))} if kind is ST1 else {}),
        **switches,
    )
    game.shuffler = lambda deck: shuffled(deck, rng)
    return game


def all_cards_of(game):
    return sorted([*game.on_table(), *game.hands[0], *game.hands[1], *game.deck, *game.tactic_deck])


def some_move(game, rng):
    """Return a legal move, a tactic card half of the time where one can be played."""
    moves = game.legal_moves()
    tactic = [text for text in moves if oracle.is_tactic(text.split("@")[0])]
    return rng.choice(tactic if tactic and rng.random() < 0.5 else moves)


NAMES = ["ST1", "ST2", "ST1 tactics", "ST2 tactics"]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_keep_every_card(name, seed):
    rng = random.Random(f"{name} {seed}")
    game = new_game(name, rng)
    tactics = game.all_tactics if game.tactics else []
    plies = 0
    while game.outcome is None:
        assert all_cards_of(game) == sorted([*game.all_cards, *tactics])
        moves = game.legal_moves()
        assert moves, "a position without a move must be over"
        by_itself = len(moves) == 1 and moves[0].split()[0] in ("done", "draw", "end")
        assert not by_itself
        assert len(set(moves)) == len(moves)
        game.apply(some_move(game, rng))
        plies += 1
        assert game.ply == plies
        check_table(game)
    assert game.legal_moves() == []
    assert sum(game.outcome[2]) <= game.lanes


def check_table(game):
    """Sides fit their lanes, and exactly the complete ones hold a stamp of the past."""
    for player in (0, 1):
        for lane in range(game.lanes):
            side, stamp = game.sides[player][lane], game.stamps[player][lane]
            assert len(side) <= game.demand_at(lane).size
            assert (stamp > 0) == game.is_complete(player, lane)
            assert stamp <= game.ply
    check_tactics(game)


def check_tactics(game):
    """Nobody has played two more than the other; cards in order, hands no larger than seven."""
    a, b = game.tactics_played
    assert abs(a - b) <= 1
    for hand in game.hands:
        assert hand == oracle.in_deck_order(hand)
        if game.tactics and game.phase not in ("RECRUIT", "RETURN"):
            assert len(hand) <= 7


@pytest.mark.parametrize("name", NAMES)
def test_illegal_moves_raise_and_change_nothing(name):
    rng = random.Random(name)
    game = new_game(name, rng)
    lanes = range(game.lanes + 2)
    cards = [*game.all_cards, *game.all_tactics]
    words = ("claim", "declare", "retreat", "pour", "put", "at")
    texts = [f"{word} {n}" for word in words for n in lanes]
    texts += ["pass", "done", "draw", "end", "", "x", "drop", "draw siege", "draw tactic"] * 5
    texts += [f"{card}@{n}" for card in cards for n in lanes]
    texts += [f"{word} {card}" for word in ("take", "return", "give") for card in cards] + cards
    while game.outcome is None:
        before = game.copy()
        legal = game.legal_moves()
        wrong = [text for text in texts if text not in legal]
        for text in rng.sample(wrong, 8):
            with pytest.raises(ValueError, match="illegal move"):
                game.apply(text)
        assert vars(game) == vars(before)
        game.apply(some_move(game, rng))
    with pytest.raises(ValueError, match="illegal move"):
        game.apply("pass")


@pytest.mark.parametrize("name", NAMES)
def test_a_view_leaks_nothing(name):
    """If everything a player does not know is shuffled, the view stays the same."""
    rng = random.Random(f"view {name}")
    for _ in range(3 if name.endswith("tactics") else 1):
        game = new_game(name, rng)
        while game.outcome is None:
            for player in (0, 1):
                twin = mixed(game, player, rng)
                assert all_cards_of(twin) == all_cards_of(game)
                assert twin.view(player) == game.view(player)
                assert game.view(player)["hand"] == game.hands[player]
            game.apply(some_move(game, rng))


def mixed(game, player, rng):
    """Return a copy in which the other hand and the decks hold other unknown cards."""
    twin, other = game.copy(), 1 - player
    for deck in (twin.deck, twin.tactic_deck):
        back = [
            card for card in game.hands[other] if oracle.is_tactic(card) == (deck is not twin.deck)
        ]
        unknown = [card for card in back + deck if card not in game.seen[player]]
        anew = dict(zip(unknown, shuffled(unknown, rng), strict=True))
        deck[:] = [anew.get(card, card) for card in deck]
        twin.hands[other] = [anew.get(card, card) for card in twin.hands[other]]
    twin.hands[other] = oracle.in_deck_order(twin.hands[other])
    if isinstance(game, ST2):  # unknown: the deck's order, and the cards given
        twin.deck = shuffled(twin.deck, rng)
        twin.given[other] = rng.sample(twin.hands[other], len(game.given[other]))
    return twin


@pytest.mark.parametrize("name", ["ST1 tactics", "ST2 tactics"])
def test_random_games_play_every_tactic_card_and_what_is_known_is_true(name):
    rng = random.Random(f"known {name}")
    played, places = set(), set()
    for _ in range(8):
        game = new_game(name, rng)
        while game.outcome is None:
            for player in (0, 1):
                check_known(game, player)
                places |= set(game.view(player)["known"])
            text = some_move(game, rng)
            game.apply(text)
            played.add(text.split("@")[0])
    assert set(game.all_tactics) <= played
    of_st1 = {"their_hand", "clan_bottom", "tactic_bottom"}
    assert places == (of_st1 if name.startswith("ST1") else {"their_hand", "deck_has"})


def check_known(game, player):
    """Cards known to be somewhere are there, and all of them are hidden."""
    known = game.known(player)
    clan, tactic = known.get("clan_bottom", []), known.get("tactic_bottom", [])
    assert game.deck[len(game.deck) - len(clan) :] == clan
    assert game.tactic_deck[len(game.tactic_deck) - len(tactic) :] == tactic
    assert set(known["their_hand"]) <= set(game.hands[1 - player])
    assert set(known.get("deck_has", [])) <= set(game.deck)
    assert game.seen[player] <= {*game.hands[1 - player], *game.deck, *game.tactic_deck}


@pytest.mark.parametrize("name", NAMES)
def test_any_position_can_be_built_by_hand(name):
    """A position in the middle of a game, a ruse, or an action can be built and played on."""
    rng = random.Random(f"by hand {name}")
    game = new_game(name, rng)
    names = "sides hands deck stamps to_move phase ply idle_turns busy tactics tactic_deck discard"
    names += " tactics_played jokers_played taken seen "
    own = {
        "ST1": "claimed modes ruse recruited returns",
        "ST2": "damaged cauldrons poured drew ending action supporting given",
    }
    names += own[game.name] + " " + " ".join(switch for switch, _ in game.switches)
    while game.outcome is None:
        twin = type(game).position(**{one: getattr(game.copy(), one) for one in names.split()})
        twin.shuffler = game.shuffler
        assert vars(twin) == vars(game)
        game.apply(some_move(game, rng))


# --- several games ---------------------------------------------------------------------------


def test_the_starting_player_alternates_from_round_to_round():
    assert [oracle.feud_starter(number) for number in (1, 2, 3)] == [0, 1, 0]
    assert [oracle.feud_starter(number, first=1) for number in (1, 2)] == [1, 0]


def test_most_points_win_several_rounds():
    assert oracle.feud_winner([(0, 5, 3), (1, 2, 5), (0, 3, 1)]) == 0
    assert oracle.feud_winner([(1, 4, 5)]) == 1
    assert oracle.feud_winner([(0, 5, 2), (1, 2, 5)]) is None


def test_a_match_keeps_what_its_ties_ask_for():
    game = ST2.position(
        sides={4: ("r10 r11", "b3")}, damaged=[1, 2, 3], deck=["k1", "k2"], cauldrons=1
    )
    game.apply("declare 4")
    kept = oracle.match_game(1, game)
    assert kept == oracle.MatchGame(1, oracle.ATTACKER, deck=2, intact=3, cauldrons=1)
    assert kept.won_by == 1


# --- elite cards: the short cuts of the oracle against none ---------------------------------


def all_readings(cards, game):
    """Return the side with each elite card read as each of its identities."""
    return product(*(oracle.identities(card, game) for card in cards))


DEMANDS = {
    "ST1": [oracle.ST1_STONE, oracle.MUD_FIGHT, oracle.BLIND_MANS_BLUFF],
    "ST2": [
        oracle.tile_demand(number, damaged, color_run)
        for number in range(1, 8)
        for damaged in (False, True)
        for color_run in ("plain", "above", "sum")
    ],
}


def plain_key(cards, demand):
    kind = oracle.kind(cards, demand.kinds, demand.color_run)
    return oracle.KINDS.index(kind), demand.sign * oracle.total(cards)


@pytest.mark.parametrize("game", ["ST1", "ST2"])
def test_two_colors_are_enough_to_read_elite_cards(game):
    rng = random.Random(game)
    deck = {"ST1": ST1_DECK, "ST2": ST2_DECK}[game]
    for _ in range(80):
        demand = rng.choice(DEMANDS[game])
        elite = rng.sample(["joker1", "joker2", "spy", "shield"], rng.randint(1, 2))
        cards = elite + rng.sample(deck, demand.size - len(elite))
        best = max(plain_key(cards, demand) for cards in all_readings(cards, game))
        assert plain_key(oracle.best_reading(cards, demand, game), demand) == best


@pytest.mark.parametrize("game", ["ST1", "ST2"])
def test_proofs_equal_a_search_without_short_cuts(game):
    rng = random.Random(f"proof {game}")
    deck = {"ST1": ST1_DECK, "ST2": ST2_DECK}[game]
    verdicts_seen = set()
    for _ in range(250):
        demand = rng.choice(DEMANDS[game])
        mine = rng.sample(deck, demand.size - 1) + rng.sample(["joker1", *deck[-8:]], 1)
        free = rng.choice((1, 1, 2))
        if len(set(mine)) < demand.size or free > demand.size:
            continue
        rest = [card for card in deck if card not in mine]
        theirs = rng.sample([*rest, "joker2", "spy", "shield"], demand.size - free)
        unplayed = [card for card in rest if card not in theirs]
        unplayed = rng.sample(unplayed, rng.randint(0, 12))
        to_beat = max(plain_key(cards, demand) for cards in all_readings(mine, game))
        beaten = any(
            plain_key(cards, demand) > to_beat
            for fill in combinations(unplayed, free)
            for cards in oracle.readings([*theirs, *fill], game)
        )
        assert oracle.proves(mine, theirs, unplayed, demand, game=game) == (not beaten)
        verdicts_seen.add(beaten)
    assert verdicts_seen == {False, True}


def test_a_copy_is_independent():
    game = ST1(ST1_DECK)
    twin = game.copy()
    twin.apply("r1@5")
    assert game.sides[0][4] == []
    assert game.ply == 0


def test_the_first_player_gets_the_first_six_cards():
    game = ST1(ST1_DECK, first=1)
    assert game.to_move == 1
    assert game.hands[1] == ["r1", "b1", "g1", "y1", "v1", "n1"]
    assert game.hands[0] == ["r2", "b2", "g2", "y2", "v2", "n2"]
    assert game.deck[0] == "r3"


def test_a_stamp_is_the_ply_of_the_completing_move():
    game = ST1(ST1_DECK)
    for text in ("r1@5", "r2@9", "b1@5", "b2@9", "g1@5"):
        game.apply(text)
    assert game.stamps[0][4] == 5


def test_counting_ignores_incomplete_sides():
    """If both sides are incomplete, nobody gets the stone; this needs a position set up by hand."""
    game = ST1.position(
        sides={3: ("r1 b1 g3", "r9 b9"), 4: ("n1", "n2"), 5: ("", "v1 v2 v4")},
        claimed={1: 0, 2: 0, 6: 1, 8: 1, 9: 1},
        deck=[],
    )
    # claim 3 is refuted by g9 as long as it is unplayed; nobody holds a card
    assert game.legal_moves() == ["pass"]
    game.apply("pass")
    assert game.to_move == 1
    game.apply("pass")
    # player 0 has three side by side with 3 stones, player 1 only more: 4
    assert game.outcome == (0, "count", (3, 4))


def test_siege_games_without_retreats_last_25_attacker_turns():
    """From 48 cards each player draws 24; then the attacker has one turn without a draw."""
    rng = random.Random(5)
    game = ST2(shuffled(ST2_DECK, rng), defender_full="pass_and_draw")
    laid = 0
    while game.outcome is None:
        mover = game.to_move
        plays = [m for m in game.legal_moves() if "@" in m]
        retreats = [m for m in game.legal_moves() if m.startswith("retreat")]
        others = [m for m in game.legal_moves() if m in ("draw", "end", "pass")]
        game.apply(rng.choice(plays or others or retreats))
        laid += bool(plays) and mover == 0
    assert game.outcome[1] == "held"
    assert laid == 25
