"""The siege's turn, oil, retreat, 0/11, control and end, beyond the worked verdicts."""

import pickle
import random
from itertools import permutations, product

import pytest

import st2lib
from bridge import names
from st2lib import ST2
from stlib import MoveError, SetupError

LETTERS = "rbgyk"


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


def side(position, lane, player):
    """Return a side as text, in laying order."""
    return " ".join(names(position.lanes[lane - 1].sides[player]))


def variant(**switches):
    return st2lib.Variant("own", **switches)


# --- dealing and the turn ---------------------------------------------------------------


def test_the_attacker_is_dealt_six_first_and_starts():
    """Six cards each, 48 in the deck, seven intact tiles, three cauldrons."""
    position = ST2.deal(4)
    assert (position.to_move, position.phase, position.ply) == (0, "PREP", 0)
    assert position.hand_sizes == (6, 6)
    assert (position.deck_size, position.cauldrons, position.damaged) == (48, 3, ())
    with pytest.raises(SetupError, match="attacker"):
        ST2.deal(4, first=1)


@pytest.mark.parametrize("phase", ["PREP", "MID", "END"])
def test_control_may_be_declared_at_any_moment_of_the_attackers_turn(phase):
    """Before laying, before drawing and after it; the rest of the turn goes on."""
    position = ST2.setup({4: ("r10 r11", "")}, hands=("r1 r2", None), phase=phase)
    assert "declare 4" in names(position.legal_moves)
    after = position.apply("declare 4")
    assert after.damaged == (4,)
    assert side(after, 4, 0) == ""
    assert {"r10", "r11"} <= set(names(after.discard))
    if phase == "PREP":
        assert "r1@4" in names(after.legal_moves)
        assert after.phase == "PREP"
    else:
        assert (after.to_move, after.deck_size) == (1, position.deck_size - (phase == "MID"))


def test_the_defender_never_declares():
    """The defender cannot declare, even with a complete and stronger side."""
    position = ST2.setup({4: ("r1 b3", "r10 r11")}, to_move=1)
    assert not [move for move in position.legal_moves if move.verb == "declare"]
    assert "only the attacker" in str(refusal(position, "declare 4"))


def test_a_refused_declaration_costs_nothing():
    """The error names the card that refutes, and the turn goes on from the same position."""
    position = ST2.setup({4: ("r9 r10", "b11"), 1: ("r1", "")}, hands=("r2", None))
    error = refusal(position, "declare 4")
    assert names(error.refutation.cards) == ["b10"]
    assert position.apply("r2@1").phase in ("MID", "PREP")


def test_each_card_is_drawn_by_whoever_laid_one():
    """Both hands hold six as long as the deck lasts, whatever was declared or poured."""
    rng = random.Random(2)
    position = ST2.deal(2)
    while position.outcome is None and position.deck_size:
        mover, deck = position.to_move, position.deck
        position = position.apply(rng.choice(position.legal_moves))
        if position.outcome is None and position.to_move != mover:
            assert position.hand_sizes[mover] == 6
            assert position.deck == deck[1:] or position.deck == deck


# --- 0 and 11 ---------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "mover"), list(product(LETTERS, [0, 1])))
@pytest.mark.parametrize(("laid", "there"), [(0, 11), (11, 0)])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_zero_and_eleven_of_one_color_cancel(letter, mover, laid, there, at):
    """Every color, both ways, by both sides, wherever in the side the other card lies."""
    cards = [card for card in ("r5", "g3", "y4") if card[0] != letter][:2]
    cards.insert(at, f"{letter}{there}")
    sides = ("", " ".join(cards)) if mover == 0 else (" ".join(cards), "")
    hand = f"{letter}{laid}"
    position = ST2.setup(
        {3: sides}, hands=(hand, None) if mover == 0 else (None, hand), to_move=mover
    )
    assert position.lanes[2].stamps[1 - mover] > 0
    after = position.apply(f"{hand}@3")
    left = [card for card in cards if card != f"{letter}{there}"]
    assert names(after.lanes[2].sides[1 - mover]) == left
    assert after.lanes[2].sides[mover] == ()
    assert after.lanes[2].stamps == (0, 0)
    assert {hand, f"{letter}{there}"} <= set(names(after.discard))
    assert after.deck_size == position.deck_size - 1, "the player draws as usual"


@pytest.mark.parametrize(
    ("sides", "lane"),
    [
        (("", "b11"), 3),  # another color
        (("r11", ""), 3),  # on the own side
        (("", "r10"), 3),  # no 11
        (("", "r11"), 5),  # another tile
        (("", "r1"), 3),
    ],
)
def test_other_cards_do_not_cancel(sides, lane):
    """Only the 11 of its color, opposite at the same tile, takes the 0 away."""
    position = ST2.setup({lane: sides}, hands=("r0", None))
    after = position.apply("r0@3")
    assert "r0" in names(after.lanes[2].sides[0])
    assert after.discard == ()


def test_a_free_slot_is_needed_even_to_cancel():
    """A 0 cannot go to a full side."""
    position = ST2.setup({3: ("b1 b2 b4", "r11")}, hands=("r0 k1", None))
    assert "side of 3 is full" in str(refusal(position, "r0@3"))


def test_canceling_can_break_a_complete_side():
    """The side that loses its card loses its stamp, and with it the declaration."""
    position = ST2.setup({3: ("r11 b11 g11", "y1")}, hands=(None, "r0 k1"), to_move=1, cauldrons=0)
    after = position.apply("r0@3")
    assert side(after, 3, 0) == "b11 g11"
    assert side(after, 3, 1) == "y1"
    assert not [move for move in after.legal_moves if move.verb == "declare"]


# --- oil and retreat --------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(["r1", "b1", "g1"])))
def test_oil_takes_the_card_laid_first(order):
    """Oil removes the card that was laid first, and the order of the others stays."""
    position = ST2.setup({3: (" ".join(order), "r2")}, to_move=1)
    assert str(position.oil_takes(2)) == order[0]
    after = position.apply("pour 3")
    assert names(after.lanes[2].sides[0]) == list(order[1:])
    assert names(after.discard) == [order[0]]
    assert side(after, 3, 1) == "r2"
    assert (after.cauldrons, after.to_move, after.phase) == (2, 1, "PREP")
    assert after.lanes[2].stamps == (0, 0)


def test_oil_takes_the_first_of_those_still_there():
    """A second cauldron in a later turn takes what was laid second."""
    position = ST2.setup({2: ("r1 b2 g3 y4", "")}, to_move=1, hands=("k1 k2", "k3 k5"))
    position = play(position, "pour 2, k3@1")
    assert side(position, 2, 0) == "b2 g3 y4"
    position = play(position, "k1@2, pour 2")
    assert side(position, 2, 0) == "g3 y4 k1"
    assert position.cauldrons == 1


def test_oil_once_a_turn_three_times_a_game_and_only_before_laying():
    """Each refusal says which of these it is."""
    sides = {1: ("r1", ""), 2: ("b1 b2", "")}
    position = ST2.setup(sides, to_move=1).apply("pour 2")
    assert "one cauldron a turn" in str(refusal(position, "pour 1"))
    none_left = ST2.setup(sides, to_move=1, cauldrons=0)
    assert "no cauldron is left" in str(refusal(none_left, "pour 1"))
    assert "no card at tile 3" in str(refusal(ST2.setup(sides, to_move=1), "pour 3"))
    assert "only the defender" in str(refusal(ST2.setup(sides), "pour 1"))
    laid = ST2.setup(sides, to_move=1).apply("pour 1")
    again = laid.apply(next(m for m in laid.legal_moves if m.verb == "play"))
    assert again.to_move == 0, "after laying the turn is over"


def test_retreat_from_several_tiles_then_lay_there():
    """All own cards of a tile at once, any number of tiles, the defender's cards stay."""
    sides = {2: ("r1 b2", "g3"), 5: ("y1 y2 y3", ""), 4: ("k1", "k2")}
    position = ST2.setup(sides, hands=("r5 r6", None))
    retreats = [str(move) for move in position.legal_moves if move.verb == "retreat"]
    assert retreats == ["retreat 2", "retreat 4", "retreat 5"]
    after = play(position, "retreat 2, retreat 5")
    assert [side(after, n, 0) for n in (2, 4, 5)] == ["", "k1", ""]
    assert (side(after, 2, 1), side(after, 4, 1)) == ("g3", "k2")
    assert sorted(names(after.discard)) == sorted(["r1", "b2", "y1", "y2", "y3"])
    assert after.lanes[4].stamps == (0, 0)
    assert "no card at tile 2" in str(refusal(after, "retreat 2"))
    assert "no card at tile 7" in str(refusal(after, "retreat 7"))
    after = after.apply("r5@2")
    assert "only the attacker" in str(refusal(after, "retreat 4"))


def test_retreat_after_laying_is_too_late():
    """Where the turn goes on after laying, with something to declare, no retreat is offered."""
    position = ST2.setup({4: ("r10 r11", ""), 1: ("r1", "")}, hands=("k1", None))
    position = position.apply("k1@1")
    assert names(position.legal_moves) == ["declare 4", "draw"]
    assert "before laying" in str(refusal(position, "retreat 1"))
    assert names(position.apply("draw").legal_moves) == ["declare 4", "end"]


# --- stamps and ties --------------------------------------------------------------------

TIED = {
    3: [("r9 r10 r11", "b9 b10 b11"), ("r11 r5 r1", "b11 b4 b2"), ("r9 b10 g11", "b9 g10 y11"),
        ("r2 b5 g9", "y2 k5 r9")],
    4: [("r5 r6", "b5 b6"), ("r5 b5", "g5 y5"), ("r5 r7", "b5 b7"), ("r5 b6", "b5 g6"),
        ("r5 b9", "g5 y9")],
    1: [("r11 b2 g4", "b11 r4 y2")],
    7: [("r11 b2 g4", "b11 r4 y2")],
    2: [("r5 b5 r7 b8", "g5 y5 g7 y8")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("lane", "sides"), [(n, pair) for n, pairs in TIED.items() for pair in pairs]
)
@pytest.mark.parametrize("attacker_first", [True, False])
def test_equal_sides_go_to_the_one_complete_first(lane, sides, attacker_first):
    """If sides are equal, the attacker takes the tile only with the earlier stamp."""
    stamps = {lane: (3, 4) if attacker_first else (4, 3)}
    for pair in (sides, sides[::-1]):
        position = ST2.setup({lane: pair}, stamps=stamps)
        declared = f"declare {lane}" in names(position.legal_moves)
        assert declared is attacker_first
        if attacker_first:
            assert position.apply(f"declare {lane}").damaged == (lane,)
        else:
            assert "was complete first" in str(refusal(position, f"declare {lane}"))


def test_a_side_completed_anew_has_a_later_stamp():
    """The attacker was complete first until oil took a card; complete again, they are later."""
    sides = {4: ("r5 b9", "g5 y9")}
    position = ST2.setup(
        sides, stamps={4: (1, 2)}, to_move=1, hands=("k5 k1", "k2 k3"), discard="k9"
    )
    position = play(position, "pour 4, k2@1")
    assert (position.lanes[3].stamps, side(position, 4, 0)) == ((0, 2), "b9")
    after = position.apply("k5@4")
    assert after.lanes[3].stamps == (after.ply, 2)
    assert after.to_move == 1, "equal and later: nothing to declare"


@pytest.mark.parametrize("forms", ["text", "repr", "pickle"])
def test_stamps_survive_every_form(forms):
    """After storing and restoring a position, the earlier side can still declare."""
    position = ST2.setup({4: ("r5 b9", "g5 y9")}, stamps={4: (7, 8)}, ply=11)
    again = {
        "text": lambda p: ST2.from_text(p.to_text()),
        "repr": lambda p: eval(repr(p), {"ST2": ST2}),
        "pickle": lambda p: pickle.loads(pickle.dumps(p)),
    }[forms](position)
    assert again.apply("declare 4").damaged == (4,)


# --- proofs -----------------------------------------------------------------------------


def test_cauldrons_and_canceling_prove_nothing_against_a_declaration():
    """Unused oil and an unplayed 0 do not refute a declaration."""
    position = ST2.setup({3: ("r9 r10 r11", "")}, cauldrons=3, hands=(None, "r0 b0"))
    assert "declare 3" in names(position.legal_moves)
    assert position.prove(2, 0).best.total == 30


@pytest.mark.parametrize("lane", range(1, 8))
@pytest.mark.parametrize("damaged", [False, True])
def test_control_of_each_face(lane, damaged):
    """Each tile's best side holds against an empty one, and its worst against nothing but that."""
    best = {
        (1, False): "r11 b11 g11", (1, True): "r9 b10 g11",
        (2, False): "r8 r9 r10 r11", (2, True): "r11 b11",
        (3, False): "r9 r10 r11", (3, True): "r9 r10 r11",
        (4, False): "r10 r11", (4, True): "r0 b0 g0 y0",
        (5, False): "r9 r10 r11", (5, True): "r9 r10 r11",
        (6, False): "r8 r9 r10 r11", (6, True): "r11 b11",
        (7, False): "r0 b0 g0", (7, True): "r9 b10 g11",
    }  # fmt: skip
    cards = best[lane, damaged]
    position = ST2.setup({lane: (cards, "")}, damaged=[lane] if damaged else [])
    assert f"declare {lane}" in names(position.legal_moves)
    worse = cards.replace("11", "6").replace("r0", "r8")
    lower = ST2.setup({lane: (worse, "")}, damaged=[lane] if damaged else [])
    assert f"declare {lane}" not in names(lower.legal_moves)
    assert refusal(lower, f"declare {lane}").refutation.reason == "fill"


# --- the end ----------------------------------------------------------------------------


@pytest.mark.parametrize("fallen", [(1, 2, 3), (5, 6, 7), (1, 3, 6)])
def test_the_fourth_damaged_tile_wins(fallen):
    """Three damaged tiles and a success at a fourth: the attacker has won at once."""
    position = ST2.setup({4: ("r10 r11", "")}, damaged=fallen)
    end = position.apply("declare 4")
    assert (end.outcome.winner, end.outcome.reason, end.outcome.lanes) == (0, "four_tiles", (4, 3))
    assert end.deck_size == position.deck_size


@pytest.mark.parametrize("lane", range(1, 8))
def test_a_second_success_at_a_tile_wins(lane):
    """Control of any damaged tile ends the game, with one tile down."""
    cards = {1: "r9 b10 g11", 2: "r11 b11", 3: "r9 r10 r11", 4: "r0 b0 g0 y0"}
    cards |= {5: cards[3], 6: cards[2], 7: cards[1]}
    end = ST2.setup({lane: (cards[lane], "")}, damaged=[lane]).apply(f"declare {lane}")
    assert (end.outcome.winner, end.outcome.reason, end.outcome.lanes) == (0, "breach", (1, 6))


@pytest.mark.parametrize("wins", [True, False])
def test_the_defender_draws_the_last_card(wins):
    """The attacker has one more turn without a draw, and loses after it, not before."""
    position = ST2.setup(
        {4: ("r10", "b1 b2"), 1: ("k1", "")},
        hands=("r11 k3", "y1 y2"),
        deck="y5",
        discard="rest",
        damaged=[1, 2, 3],
        to_move=1,
    )
    position = position.apply("y1@7")
    assert position.outcome is None
    assert (position.deck_size, position.last_turn, position.to_move) == (0, True, 0)
    if wins:
        position = position.apply("r11@4")
        assert names(position.legal_moves) == ["declare 4", "end"]
        assert position.apply("end").outcome.reason == "held"
        end = position.apply("declare 4").outcome
        assert (end.winner, end.reason) == (0, "four_tiles")
    else:
        end = position.apply("k3@1").outcome
        assert (end.winner, end.reason, end.lanes) == (1, "held", (3, 4))


@pytest.mark.parametrize("switch", ["defender_then_last", "last_now"])
def test_the_attacker_draws_the_last_card(switch):
    """With `attacker_draws_last` the defender has a turn first, or this turn is the last."""
    position = ST2.setup(
        {1: ("k1", "")},
        hands=("k2 k3", "y1 y2"),
        deck="y5",
        discard="rest",
        variant=variant(attacker_draws_last=switch),
    )
    position = position.apply("k2@3")
    if switch == "last_now":
        assert (position.outcome.winner, position.outcome.reason) == (1, "held")
        return
    assert position.outcome is None
    assert (position.to_move, position.hand_sizes, position.last_turn) == (1, (2, 2), False)
    position = position.apply("y1@1")
    assert (position.to_move, position.hand_sizes, position.last_turn) == (0, (2, 1), True)
    assert position.apply("k3@3").outcome.reason == "held"


FULL = {
    1: ("", "? ? ?"), 2: ("", "? ? ? ?"), 3: ("", "? ? ?"), 4: ("r1 b3", "? ?"),
    5: ("", "? ? ?"), 6: ("", "? ? ? ?"), 7: ("", "? ? ?"),
}  # fmt: skip


def full_wall(**more):
    """Return the end of an attacker's turn with the defender full at every tile."""
    rest = iter([f"{c}{v}" for v in range(4, 12) for c in LETTERS if f"{c}{v}" != "k11"])
    sides = {
        n: (ours, " ".join(next(rest) for _ in theirs.split()))
        for n, (ours, theirs) in FULL.items()
    }
    return ST2.setup(sides, hands=("k11 k0", "r0 b0 g0 y0"), **more)


def test_a_defender_full_everywhere_has_won():
    """By default the defender wins at the start of their turn, and not before."""
    position = full_wall()
    end = position.apply("k11@1")
    assert (end.outcome.winner, end.outcome.reason, end.outcome.lanes) == (1, "full", (0, 7))


def test_a_full_defender_may_pass_and_draw_by_switch():
    """With `pass_and_draw` the defender may pour, then passes and draws, and the hand grows."""
    position = full_wall(variant=variant(defender_full="pass_and_draw")).apply("k11@1")
    assert names(position.legal_moves) == ["pour 1", "pour 4", "pass"]
    assert names(position.apply("pour 4").legal_moves) == ["pass"]
    after = position.apply("pass")
    assert (after.to_move, after.hand_sizes[1]) == (0, 5)


@pytest.mark.parametrize("last_turn", [False, True])
def test_an_attacker_full_everywhere_must_retreat_or_declare(last_turn):
    """A full attacker must make room first, also in the last turn, because laying is mandatory."""
    rest = iter([f"{c}{v}" for v in range(4, 12) for c in LETTERS])
    sides = {
        n: (" ".join(next(rest) for _ in theirs.split()), "") for n, (_, theirs) in FULL.items()
    }
    deck = {"deck": "", "discard": "rest"} if last_turn else {}
    position = ST2.setup(sides, hands=("r0 b0", "g0"), **deck)
    verbs = {move.verb for move in position.legal_moves}
    assert "retreat" in verbs
    assert not verbs & {"play", "pass", "draw", "end"}
    assert position.last_turn is last_turn
    assert "retreat or declare" in str(refusal(position, "pass"))
    after = position.apply("retreat 3")
    assert "r0@3" in names(after.legal_moves)


def test_a_finished_siege_takes_no_move():
    """The error says that the game is over."""
    end = ST2.setup({4: ("r10 r11", "")}, damaged=[4 - 1, 1, 2]).apply("declare 4")
    for move in ("r1@1", "declare 1", "retreat 1", "pour 1", "draw", "end", "pass"):
        assert "the game is over" in str(refusal(end, move))


# --- set up by hand ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"sides": {8: ("", "")}}, "no lane 8"),
        ({"sides": {4: ("r1 r2 r3", "")}}, "r1 r2 r3"),
        ({"sides": {4: ("v1", "")}}, "v1"),
        ({"damaged": [1, 2, 3, 4]}, "4 tiles are damaged"),
        ({"damaged": [0]}, "no lane 0"),
        ({"cauldrons": 4}, "0 to 3 cauldrons, not 4"),
        ({"cauldrons": -1}, "0 to 3 cauldrons, not -1"),
        ({"phase": "PLAY"}, "PLAY"),
        ({"phase": "OVER"}, "OVER"),
        ({"phase": "MID", "to_move": 1}, "MID"),
        ({"to_move": 3}, "to_move"),
        ({"last_turn": True}, "final"),
        ({"variant": "expert"}, "'expert'"),
        ({"sides": {4: ("r1 r2", "b1 b2")}, "stamps": {4: (5, 5)}}, "lane 4"),
    ],
)
def test_sieges_that_cannot_be_are_refused(arguments, named):
    """The SetupError names what cannot be."""
    with pytest.raises(SetupError, match=named):
        ST2.setup(**arguments)


@pytest.mark.parametrize(
    "switch",
    [
        {"color_run_on_restricted": "best"},
        {"defender_full": "none"},
        {"attacker_draws_last": ""},
    ],
)
def test_switches_have_closed_lists(switch):
    """A value that is not in the list is refused and both are named."""
    (name, value), *_ = switch.items()
    with pytest.raises(ValueError, match=f"{name} is one of .*{value!r}"):
        st2lib.Variant("own", **switch)
