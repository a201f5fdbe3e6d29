"""Schotten Totten's turn, claims, and end, where the worked verdicts do not cover them."""

import random
from dataclasses import replace
from itertools import permutations, product

import pytest

import stlib
from bridge import names
from stlib import ST1, MoveError, SetupError

OPENING = [
    "r8",
    "r9",
    "b4",
    "g4",
    "v2",
    "b6",
    "b9",
    "b8",
    "y1",
    "v5",
    "v6",
    "n1",
    "r7",
    "n2",
    "r4",
    "n8",
    "v7",
    "y8",
    "y2",
    "g8",
    "n3",
    "g1",
    "v4",
    "r1",
]


def play(position, moves):
    """Make moves separated by commas."""
    for move in moves.split(","):
        position = position.apply(move)
    return position


def refusal(position, move):
    """Return the error a move raises."""
    with pytest.raises(MoveError) as caught:
        position.apply(move)
    return caught.value


# --- the worked opening -----------------------------------------------------------------


def opening():
    """Return the deal of the worked opening in section 6."""
    rest = [name for name in map(str, ST1.deal(1).unplayed) if name not in OPENING]
    return ST1.setup(
        hands=(" ".join(OPENING[:6]), " ".join(OPENING[6:12])),
        deck=" ".join(OPENING[12:] + rest),
    )


def test_the_worked_opening():
    """Claims that hold and that do not, with the cards that refute them, move by move."""
    position = play(opening(), "r8@5, b9@5")
    assert "r7" in names(position.hands[0])
    position = play(position, "r9@5, b8@5")
    assert "r4" in names(position.hands[0])
    position = play(position, "r7@5")
    proof = position.prove(4, 0)
    assert proof
    assert (names(proof.cards), proof.formation.total) == (["b7"], 24)
    assert "b7, only equals" in str(proof)
    position = play(position, "claim 5")
    assert "v7" in names(position.hands[0])
    assert (position.lanes[4].owner, position.stones) == (0, (1, 0))
    position = play(position, "y1@9, b4@4, v5@4, g4@4, v6@4, r4@4")
    assert names(position.lanes[3].sides[0]) == ["b4", "g4", "r4"]
    assert position.to_move == 1, "nothing to claim, so the turn has passed"
    refuted = position.prove(3, 0)
    assert not refuted
    assert set(names(refuted.cards)) <= {"v4", "v7"}
    position = play(position, "n1@9, v7@8")
    assert names(position.prove(3, 0).cards) == ["v4"]
    assert "violet 4" in str(position.prove(3, 0))
    position = play(position, "n2@9, v4@8")
    assert position.prove(3, 0)
    position = play(position, "claim 4")
    assert position.stones == (2, 0)
    assert position.outcome is None


def test_a_card_in_ones_own_hand_proves_nothing():
    """The error of the refused claim carries the refutation: v7, which the claimer holds."""
    position = ST1.setup(
        {4: ("r4 g4 b4", "v5 v6"), 1: ("r7 r8 r9", ""), 9: ("", "v4")},
        hands=("v7 n1 n2 n3 y1", None),
        phase="CLAIM",
    )
    error = refusal(position, "claim 4")
    assert names(error.refutation.cards) == ["v7"]
    assert error.refutation.formation.kind is stlib.Kind.COLOR_RUN
    assert "illegal move 'claim 4' at ply" in str(error)
    assert "violet 7 would make a color run of 18" in str(error)
    assert "violett 7 ergäbe einen Königstrupp" in error.say("de")
    assert "claim 4" not in names(position.legal_moves)


# --- dealing ----------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_six_cards_each_and_the_rest_is_the_deck(first):
    """The player given as `first` starts; equal seeds deal the same cards whoever starts."""
    position = ST1.deal(7, first=first)
    assert position.to_move == position.first == first
    assert position.hand_sizes == (6, 6)
    assert position.deck_size == 42
    assert position.hands[first] == ST1.deal(7, first=0).hands[0]


def test_who_starts_is_drawn_from_the_seed():
    """Without `first` each player starts about half of the games, the same in every repeat."""
    starts = [ST1.deal(seed).first for seed in range(400)]
    assert 150 < sum(starts) < 250
    assert starts == [ST1.deal(seed).first for seed in range(400)]


def test_deals_are_fair():
    """Over 2,000 deals each card is equally often in the first hand, and on top of the deck."""
    n = 2000
    hand, top = dict.fromkeys(range(54), 0), dict.fromkeys(range(54), 0)
    for seed in range(n):
        position = ST1.deal(seed, first=0)
        for card in position.hands[0]:
            hand[card.id] += 1
        top[position.deck[0].id] += 1
    assert all(abs(count - n / 9) < 4.5 * (n / 9 * 8 / 9) ** 0.5 for count in hand.values())
    assert all(abs(count - n / 54) < 4.5 * (n / 54) ** 0.5 for count in top.values())


@pytest.mark.parametrize("first", [2, -1, "0"])
def test_only_0_and_1_can_start(first):
    """Anything else is refused by name."""
    with pytest.raises(SetupError, match="first is one of 0, 1"):
        ST1.deal(1, first=first)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "1"])
def test_seeds_are_whole_numbers_a_word_can_hold(seed):
    """A seed that does not fit a machine word is refused."""
    with pytest.raises(SetupError, match="seed"):
        ST1.deal(seed)


# --- laying -----------------------------------------------------------------------------


def test_a_card_is_drawn_after_each_turn_until_the_deck_is_empty():
    """Hands hold six cards as long as there is one to draw, and shrink after that."""
    rng = random.Random(3)
    position = ST1.deal(3)
    while position.outcome is None:
        plays = [move for move in position.legal_moves if move.verb in ("play", "pass")]
        claims = [move for move in position.legal_moves if move.verb == "claim"]
        mover, deck = position.to_move, position.deck
        if position.phase == "PLAY":
            before = position.hand_sizes[mover]
            assert before == 6 or not deck
        position = position.apply(rng.choice(claims or plays))
        if position.outcome is None and position.to_move != mover and deck:
            assert position.hand_sizes[mover] == 6
            assert deck[0] in position.hands[mover]
            assert position.deck == deck[1:]


@pytest.mark.parametrize("move", ["n9@5", "n9@4"])
def test_full_sides_and_claimed_stones_take_no_card(move):
    """The error names stone and reason; the same card elsewhere is legal."""
    position = ST1.setup(
        {5: ("b1 g3 y5", ""), 4: ("r1", "r7 r8 r9")}, hands=("n9", None), claimed={4: 1}
    )
    why = "side of 5 is full" if move == "n9@5" else "stone 4 has been claimed"
    error = refusal(position, move)
    assert why in str(error)
    assert f"'{move}'" in str(error)
    assert position.apply("n9@3").lanes[2].sides[0]


def test_a_card_not_in_hand_cannot_be_laid():
    """Neither one of the deck, nor of the other hand, nor one that lies open."""
    position = ST1.setup({1: ("r1", "r2")}, hands=("r3 r4", "r5 r6"))
    for card in ("r5", "r9", "r1"):
        error = refusal(position, f"{card}@5")
        assert f"red {card[1]} is not in the hand" in str(error)


def test_whoever_can_lay_a_card_must():
    """Passing is legal only if no card can be laid."""
    position = ST1.setup(hands=("r1", "b1"))
    assert "a card can be laid" in str(refusal(position, "pass"))
    empty = ST1.setup(hands=("", "b1"), deck="r1 r2", discard="rest")
    assert names(empty.legal_moves) == ["pass"]
    after = empty.apply("pass")
    assert (names(after.hands[0]), after.to_move) == (["r1"], 1)


def test_a_played_card_never_moves():
    """Over a whole game the sides only grow, in laying order."""
    rng = random.Random(1)
    position = ST1.deal(1)
    while position.outcome is None:
        after = position.apply(rng.choice(position.legal_moves))
        for old, new in zip(position.lanes, after.lanes, strict=True):
            for p in (0, 1):
                assert new.sides[p][: len(old.sides[p])] == old.sides[p]
        position = after


# --- claiming ---------------------------------------------------------------------------

TIED = {
    "color_run": ("r7 r8 r9", "b7 b8 b9"),
    "same_value": ("r5 b5 g5", "y5 v5 n5"),
    "color": ("r7 r5 r1", "b8 b4 b1"),
    "run": ("r7 b8 g9", "b7 g8 y9"),
    "sum": ("r2 b5 g9", "y2 v5 n9"),
}


@pytest.mark.parametrize("kind", TIED)
@pytest.mark.parametrize("first_card", [0, 1])
@pytest.mark.parametrize("first_complete", [0, 1])
@pytest.mark.parametrize("claimer", [0, 1])
@pytest.mark.parametrize("variant", ["base", "expert"])
def test_ties_in_play(kind, first_card, first_complete, claimer, variant):
    """All ties, laid card by card: the side that was complete first can be claimed."""
    sides = [side.split() for side in TIED[kind]]
    hands = [
        f"{' '.join(side)} {fillers}"
        for side, fillers in zip(sides, ("y1 y3 y4", "n1 n3 n4"), strict=True)
    ]
    position = ST1.setup(hands=tuple(hands), to_move=first_card, first=first_card, variant=variant)
    spare = [["y1@1", "y3@1", "y4@2"], ["n1@8", "n3@8", "n4@7"]]
    lay = [[f"{card}@5" for card in side] for side in sides]
    # The player who is to be second lays one card elsewhere before the last one.
    second = 1 - first_complete
    plans = [list(lay[p]) for p in (0, 1)]
    plans[second].insert(2, spare[second].pop(0))
    plans = [plan + rest for plan, rest in zip(plans, spare, strict=True)]
    stones = set()
    while min(position.lanes[4].stamps) == 0 or position.to_move != claimer:
        if position.phase == "CLAIM":
            position = position.apply("done")
        else:
            position = position.apply(plans[position.to_move].pop(0))
    assert (position.lanes[4].stamps[0] < position.lanes[4].stamps[1]) == (first_complete == 0)
    if variant == "base" and position.phase == "PLAY":
        position = position.apply(plans[claimer].pop(0))
    stones = {move for move in names(position.legal_moves) if move.startswith("claim")}
    if claimer == first_complete:
        assert stones == {"claim 5"}
        assert position.apply("claim 5").lanes[4].owner == claimer
    else:
        assert stones == set()


@pytest.mark.parametrize("claimer", [0, 1])
def test_only_the_claimer_can_gain_a_stone(claimer):
    """Of two complete unequal sides only the stronger can be claimed, in its owner's turn."""
    sides = ("r4 g4 b4", "b1 g5 y9")
    position = ST1.setup({5: sides}, hands=("n1 n2", "n3 n6"), to_move=claimer)
    after = position.apply("n1@1" if claimer == 0 else "n3@1")
    if claimer == 0:
        assert names(after.legal_moves) == ["claim 5", "done"]
    else:
        assert after.to_move == 0
        assert "after laying" in str(refusal(after, "claim 5"))


def test_nothing_is_awarded_by_itself():
    """A stone that is full on both sides stays open until somebody claims it in a later turn."""
    position = ST1.setup({5: ("r4 g4 b4", "b1 g5 y9")}, hands=("n1 n2", "n3 n6"))
    position = play(position, "n1@1, done, n3@1, n2@2")
    assert position.lanes[4].owner is None
    assert position.apply("claim 5").lanes[4].owner == 0


def test_a_claimed_stone_is_closed_to_both():
    """A claimed stone takes no card, even on the loser's incomplete side, and no second claim."""
    position = ST1.setup({5: ("r7 r8 r9", "b1"), 1: ("b7 b8 b9", "")}, phase="CLAIM")
    position = position.apply("claim 5")
    assert "claimed and is closed" in str(refusal(position, "claim 5"))
    position = position.apply("done")
    assert position.to_move == 1
    assert all(move.lane != 4 for move in position.legal_moves)


@pytest.mark.parametrize("triple", range(1, 8))
@pytest.mark.parametrize("last", [0, 1, 2])
def test_three_adjacent_stones_win_at_once(triple, last):
    """All seven triples, completed by any of the three; nobody draws any more."""
    stones = [triple, triple + 1, triple + 2]
    final = stones.pop(last)
    sides = {stones[0]: ("b1 g1 y2", ""), stones[1]: ("b2 g2 y3", ""), final: ("r7 r8 r9", "")}
    position = ST1.setup(sides, claimed=dict.fromkeys(stones, 0), phase="CLAIM")
    end = position.apply(f"claim {final}")
    assert (end.outcome.winner, end.outcome.reason, end.outcome.lanes) == (0, "adjacent", (3, 0))
    assert end.hands == position.hands
    assert end.deck == position.deck
    assert end.legal_moves == ()
    assert end.to_move is None


@pytest.mark.parametrize(
    "stones", [(1, 2, 4, 5, 7), (1, 3, 5, 7, 9), (2, 3, 5, 8, 9), (1, 2, 4, 8, 9)]
)
@pytest.mark.parametrize("winner", [0, 1])
def test_five_stones_win_at_once(stones, winner):
    """Five that are not adjacent win, four do not; 9 and 1 are not adjacent."""
    fillers = ["b1 g1 y2", "b2 g2 y3", "b3 g3 y4", "b4 g4 y5"]
    *held, final = stones
    sides = {n: (cards, "") for n, cards in zip(held, fillers, strict=True)}
    sides[final] = ("r7 r8 r9", "")
    if winner:
        sides = {n: ("", side) for n, (side, _) in sides.items()}
    position = ST1.setup(sides, claimed=dict.fromkeys(held, winner), phase="CLAIM", to_move=winner)
    assert position.outcome is None
    end = position.apply(f"claim {final}").outcome
    assert (end.winner, end.reason, end.lanes[winner]) == (winner, "five", 5)


def test_stones_of_two_players_do_not_add_up():
    """Three adjacent stones of two owners win nothing."""
    sides = {1: ("b1 g1 y2", ""), 2: ("", "b2 g2 y3"), 3: ("r7 r8 r9", "")}
    position = ST1.setup(sides, claimed={1: 0, 2: 1}, phase="CLAIM")
    assert position.apply("claim 3").outcome is None


def test_several_claims_in_one_turn():
    """Any number of stones, in any order, then `done`; the ones left are offered again later."""
    sides = {1: ("r7 r8 r9", ""), 4: ("b7 b8 b9", ""), 8: ("g7 g8 g9", "")}
    position = ST1.setup(sides, phase="CLAIM")
    ends = set()
    for order in permutations((1, 4, 8)):
        after = play(position, ", ".join(f"claim {n}" for n in order))
        assert after.to_move == 1, "nothing left to claim: the turn is over"
        ends.add(tuple(lane.owner for lane in after.lanes))
    assert len(ends) == 1
    assert names(position.apply("claim 4").legal_moves) == ["claim 1", "claim 8", "done"]


def test_expert_claims_come_before_laying_only():
    """Claims at the start of the turn; a stone completed now can be claimed next turn."""
    position = ST1.setup(
        {5: ("r7 r8", "b1 b2")}, hands=("r9 n1", "n2 n3"), variant="expert", phase="PLAY"
    )
    position = position.apply("r9@5")
    assert position.to_move == 1
    assert position.phase == "PLAY"
    assert position.lanes[4].owner is None
    error = refusal(position.apply("n2@9").apply("done"), "claim 5")
    assert "at the start of a turn" in str(error)
    position = position.apply("n2@9")
    assert names(position.legal_moves) == ["claim 5", "done"]
    assert position.apply("claim 5").phase == "PLAY"


@pytest.mark.parametrize(("variant", "phase"), list(product(["base", "expert"], ["PLAY", "CLAIM"])))
def test_what_is_not_now_is_refused(variant, phase):
    """Laying while claims are due, or a claim word while cards are, names the part of the turn."""
    position = ST1.setup(
        {5: ("r7 r8 r9", "b1")}, hands=("n1 n2", None), variant=variant, phase=phase
    )
    assert position.phase == phase
    error = refusal(position, "done" if phase == "PLAY" else "n1@1")
    assert "not allowed in this part of the turn" in str(error)
    assert refusal(position, "pass").refutation is None


def test_a_finished_game_takes_no_move():
    """The error says that the game is over."""
    sides = {n: ("b1 g1 y2".replace("1", str(n)).replace("2", str(n + 3)), "") for n in (1, 2)}
    position = ST1.setup({**sides, 3: ("r7 r8 r9", "")}, claimed={1: 0, 2: 0}, phase="CLAIM").apply(
        "claim 3"
    )
    for move in ("done", "r1@1", "claim 4", "pass"):
        assert "the game is over" in str(refusal(position, move))


# --- set up by hand ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"sides": {0: ("", "")}}, "no lane 0"),
        ({"sides": {10: ("", "")}}, "no lane 10"),
        ({"sides": {1: ("r1 r2 r3 r4", "")}}, "r1 r2 r3 r4"),
        ({"sides": {1: ("r1", "r1")}}, "red 1"),
        ({"sides": {1: ("r1", "")}, "hands": ("r1", None)}, "red 1"),
        ({"sides": {1: ("r0", "")}}, "r0"),
        ({"hands": ("r1 r2 r3 r4 r5 r6 r7", None)}, "at most 6 cards, not 7"),
        ({"deck": "r1"}, "neither on the table"),
        ({"claimed": {1: 0}}, "stone 1"),
        ({"claimed": {1: 2}}, "not 2"),
        ({"claimed": {12: 0}}, "no lane 12"),
        ({"sides": {1: ("r1 r2 r3", "")}, "stamps": {1: (0, 0)}}, "lane 1"),
        ({"sides": {1: ("r1 r2 r3", "b1 b2 b3")}, "stamps": {1: (2, 2)}}, "lane 1"),
        ({"sides": {1: ("r1", "")}, "stamps": {1: (2, 0)}}, "lane 1: stamp 2"),
        ({"stamps": {3: (2, 0)}}, "lane 3"),
        ({"sides": {1: ("r1 r2 r3", "")}, "stamps": {1: (9, 0)}, "ply": 4}, "stamped 9"),
        ({"to_move": 2}, "to_move"),
        ({"phase": "OVER"}, "OVER"),
        ({"phase": "MID"}, "MID"),
        ({"first": 2}, "first"),
        ({"idle": 2}, "idle"),
        ({"variant": "siege"}, "'siege'"),
        ({"variant": 3}, "3"),
    ],
)
def test_positions_that_cannot_be_are_refused(arguments, named):
    """The SetupError names what cannot be."""
    with pytest.raises(SetupError, match=named):
        ST1.setup(**arguments)


def test_what_a_set_up_leaves_out_is_filled_from_the_seed():
    """Unknown hands and deck hold all other cards; equal seeds fill alike."""
    given = {"sides": {5: ("r7 r8 r9", "b8")}, "hands": ("n1 n2 n3", None)}
    position = ST1.setup(**given, seed=4)
    assert position == ST1.setup(**given, seed=4)
    assert position != ST1.setup(**given, seed=5)
    assert position.hand_sizes == (3, 6)
    assert names(position.hands[0]) == ["n1", "n2", "n3"]
    assert position.deck_size == 54 - 4 - 9


def test_a_drawn_count_is_said_to_be_a_draw():
    """Nobody is told to have won where the stones are equal."""
    end = stlib.Outcome(None, "count", (4, 4), "ST1")
    assert end.say() == "Neither player can move, so we count stones: 4 : 4. A draw."
    assert "gewinnt" not in end.say("de")


def test_unseen_elite_cards_refute_whatever_the_limit_of_the_moment():
    """With the switch a Joker counts even beyond the limit, because the limit may rise."""
    variant = stlib.Variant("own", tactics="yes", unseen_tactics_block_proof="yes")
    sides = {5: ("r4 g4 b4", "v5 v6")}
    for played in ((0, 0), (0, 1), (0, 9)):
        position = stlib.ST1.setup(
            sides, discard="v4 v7", variant=variant, phase="CLAIM", tactics_played=played
        )
        found = position.prove(4, 0)
        assert not found
        assert found.reason == "elite"
        assert names(found.cards) == ["joker1"]
        assert "Joker" in found.say()
        assert "claim 5" not in names(position.legal_moves)
    once = replace(variant, joker_limit_st1="ever")
    for discard, wanted in (("v4 v7", ["spy"]), ("v4 v7 spy", [])):
        barred = stlib.ST1.setup(
            sides, discard=discard, variant=once, phase="CLAIM", jokers_played=(0, 1)
        )
        found = barred.prove(4, 0)
        assert names(found.cards if not found else ()) == wanted
        assert ("claim 5" in names(barred.legal_moves)) == (not wanted)
