"""The second reading of the rules: worked verdicts, class sizes, and whole random games."""

import random
from itertools import combinations

import pytest

import oracle
import verdicts
from oracle import ST1, ST1_DECK, ST2, ST2_DECK

ELITE = {"joker", "spy", "shield"}


class OracleAdapter:
    """Lets `verdicts.check` ask the oracle."""

    needs = ("base", "expert")

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
        return oracle.kind(cards, demand.kinds, demand.color_run), oracle.total(cards)

    def prove(self, game, mine, theirs, table, demand, theirs_first, switches):
        """Return None if the proof holds, else a refuting fill."""
        demand = self.demand(demand, switches)
        deck = ST1_DECK if game == "ST1" else ST2_DECK
        unplayed = [card for card in deck if card not in {*mine, *theirs, *table}]
        if oracle.proves(mine, theirs, unplayed, demand, theirs_first):
            return None
        if len(mine) < demand.size:
            return []
        return list(oracle.refutation(mine, theirs, unplayed, demand) or [])

    def position(self, game, setup):
        """Build a position from expanded fields."""
        if "deal" in setup:
            first = {"first": setup["first"]} if game == "ST1" else {}
            kind = ST1 if game == "ST1" else ST2
            return kind(setup["deal"], **first, **setup["switches"])
        common = {
            "sides": setup["lanes"],
            "stamps": setup["stamps"],
            "hands": setup["hands"],
            "deck": setup["deck"],
            "to_move": setup["to_move"],
        } | setup["switches"]
        if game == "ST1":
            return ST1.position(claimed=setup["claimed"], phase=setup["phase"], **common)
        return ST2.position(
            damaged=setup["damaged"],
            discard=setup["discard"],
            cauldrons=setup["cauldrons"],
            phase=setup["phase"] or "PREP",
            **common,
        )

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

    def forms(self, position):
        """Return the position after each way to store it: the oracle only copies."""
        return [position.copy()]


def elite_free(case):
    """Say whether a case about tactics needs no elite card: the oracle can answer it."""
    texts = [*case.get("formations", []), *(case.get(k, "") for k in ("cards", "mine", "theirs"))]
    return not ELITE & set(" ".join(texts).split()) and not case.get("unseen_tactics")


BASE = list(verdicts.cases(OracleAdapter.needs))
TABLE_ONLY = [c for c in verdicts.cases(("tactics",), ("kind", "order", "proof")) if elite_free(c)]


@pytest.mark.parametrize("case", BASE + TABLE_ONLY, ids=lambda case: case["id"])
def test_the_oracle_gives_every_worked_verdict(case):
    verdicts.check(case, OracleAdapter())


def test_every_row_of_section_6_is_in_the_table():
    ids = [case["id"].split("-") for case in verdicts.load()]
    rows = {int(parts[1]) for parts in ids if parts[0] == "6" and parts[1] != "opening"}
    expected = {1, 2, *range(5, 16), 17, 18, 19, 21, 22, 24, 25, *range(27, 34), 35, 36, 38, 43}
    assert rows == expected | {45, 46, 47, 48, 49, 52, 54, 56}


def test_every_case_is_well_formed_and_every_setup_places_every_card_once():
    for case in verdicts.load():
        assert case["needs"] in ("base", "expert", "tactics"), case["id"]
        assert case["text"].endswith("."), case["id"]
        for game in case["games"]:
            if case["form"] == "play":
                verdicts.expand(game, case["setup"])


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
    """Deal a game with switches drawn at random."""
    if name == "ST1":
        return ST1(
            shuffled(ST1_DECK, rng),
            first=rng.choice((0, 1)),
            claim_timing=rng.choice(("after_play", "start_of_turn")),
            deadlock=rng.choice(("count", "none")),
        )
    return ST2(
        shuffled(ST2_DECK, rng),
        color_run_on_restricted=rng.choice(("plain", "above", "sum")),
        defender_full=rng.choice(("defender_wins", "pass_and_draw")),
        attacker_draws_last=rng.choice(("defender_then_last", "last_now")),
    )


def all_cards_of(game):
    return sorted(game.on_table() + game.hands[0] + game.hands[1] + game.deck)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", ["ST1", "ST2"])
def test_random_games_end_and_keep_every_card(name, seed):
    rng = random.Random(f"{name} {seed}")
    game = new_game(name, rng)
    plies = 0
    while game.outcome is None:
        assert all_cards_of(game) == sorted(game.all_cards)
        moves = game.legal_moves()
        assert moves, "a position without a move must be over"
        assert moves not in (["done"], ["draw"], ["end"]), "these run by themselves"
        assert len(set(moves)) == len(moves)
        game.apply(rng.choice(moves))
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


@pytest.mark.parametrize("name", ["ST1", "ST2"])
def test_illegal_moves_raise_and_change_nothing(name):
    rng = random.Random(name)
    game = new_game(name, rng)
    lanes = range(game.lanes + 2)
    texts = [f"{word} {n}" for word in ("claim", "declare", "retreat", "pour") for n in lanes]
    texts += ["pass", "done", "draw", "end", "", "x"] * 5
    texts += [f"{card}@{n}" for card in game.all_cards for n in lanes]
    while game.outcome is None:
        before = game.copy()
        legal = game.legal_moves()
        wrong = [text for text in texts if text not in legal]
        for text in rng.sample(wrong, 8):
            with pytest.raises(ValueError, match="illegal move"):
                game.apply(text)
        assert vars(game) == vars(before)
        game.apply(rng.choice(game.legal_moves()))
    with pytest.raises(ValueError, match="illegal move"):
        game.apply("pass")


@pytest.mark.parametrize("name", ["ST1", "ST2"])
def test_a_view_leaks_nothing(name):
    """Other hand and deck shuffled anew: the view stays the same."""
    rng = random.Random(f"view {name}")
    game = new_game(name, rng)
    while game.outcome is None:
        for player in (0, 1):
            twin = game.copy()
            hidden = shuffled(twin.hands[1 - player] + twin.deck, rng)
            n = len(twin.hands[1 - player])
            twin.hands[1 - player] = oracle.in_deck_order(hidden[:n])
            twin.deck = hidden[n:]
            assert twin.view(player) == game.view(player)
            assert set(game.view(player)["hand"]) == set(game.hands[player])
        game.apply(rng.choice(game.legal_moves()))


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
    """Not reachable with 54 cards, so without a deck: both incomplete gives nobody the stone."""
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
    """48 cards in the deck: 24 draws each, then one attacker turn without a draw."""
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
