"""ST1's tactic cards beyond the worked verdicts: what is true in every game, and refusals."""

import random

import pytest

import stlib
from bridge import names
from stlib import CardError, MoveError, SetupError

VARIANTS = ("tactics", "early_bird")


def games(n, variants=VARIANTS):
    """Yield each position of random games beside the one before, and the move between them."""
    for seed in range(n):
        rng = random.Random(seed)
        position = stlib.ST1.deal(seed, variants[seed % len(variants)])
        while position.outcome is None:
            moves = position.legal_moves
            cards = stlib.DECK.tactics
            tactics = [m for m in moves if m.verb in cards or (m.card and m.card.tactic)]
            move = rng.choice(tactics if tactics and rng.random() < 0.3 else moves)
            after = position.apply(move)
            yield position, move, after
            position = after


GAMES = list(games(24))


def where(position):
    """Return for each card at the border the number of its stone."""
    return {
        str(card): lane.number for lane in position.lanes for side in lane.sides for card in side
    }


def test_tactics_never_touch_a_claimed_stone():
    """No legal move takes a card from one, or brings a card or a mode to one."""
    seen = set()
    for position, _, _ in GAMES:
        closed = {lane.number for lane in position.lanes if lane.owner is not None}
        lies = where(position)
        for move in position.legal_moves:
            if move.verb in ("play", "put"):
                assert move.lane + 1 not in closed
            if move.verb == "take":
                assert lies[str(move.card)] not in closed
            seen.add(move.verb)
        if position.phase in ("TAKE", "PUT"):
            seen.add((position.phase, bool(closed)))
    assert {"take", "put", "drop", ("TAKE", True), ("PUT", True)} <= seen


def test_nobody_is_ever_two_tactic_cards_ahead():
    """Played tactic cards are counted to the end of the game, and both players play some."""
    most = 0
    for _, _, after in GAMES:
        a, b = after.tactics_played
        assert abs(a - b) <= 1
        most = max(most, a, b)
    assert most == 5


def test_a_tactic_card_that_was_played_never_comes_back():
    """A played tactic card stays on the table for ever, at the border or in the discard."""
    for before, _, after in GAMES:
        hidden = [set(p.hands[0]) | set(p.hands[1]) | set(p.tactic_deck) for p in (before, after)]
        tactic = [{card for card in cards if card.tactic} for cards in hidden]
        assert tactic[1] <= tactic[0]
        assert len(tactic[1]) == 10 - sum(after.tactics_played)


def test_a_combat_mode_stays_where_it_was_laid():
    """From the move that laid it to the end, one at a stone."""
    laid = 0
    for before, move, after in GAMES:
        for old, new in zip(before.lanes, after.lanes, strict=True):
            if old.mode:
                assert new.mode == old.mode
            elif new.mode:
                assert str(move) == f"{new.mode}@{new.number}"
                laid += 1
    assert laid > 5


def test_a_draw_takes_the_top_card_of_the_deck_chosen():
    """The player draws the top card of the chosen deck, and no other card."""
    seen = set()
    for before, move, after in GAMES:
        if move.verb in ("draw clan", "draw tactic") and before.phase == "DRAW":
            deck = before.deck if move.verb == "draw clan" else before.tactic_deck
            p = before.to_move
            assert set(after.hands[p]) - set(before.hands[p]) == {deck[0]}
            seen.add(move.verb)
    assert len(seen) == 2


def test_hands_hold_seven_cards_at_most():
    """Between turns; only while the Recruiter is at work there may be more."""
    for _, _, after in GAMES:
        for p, n in enumerate(after.hand_sizes):
            busy = after.phase in ("RECRUIT", "RETURN") and after.to_move == p
            assert n <= (9 if busy else 7)


def test_a_mode_is_a_demand_and_says_so():
    """Mud Fight asks for four cards, Blind Man's Bluff for the total alone."""
    position = stlib.ST1.setup(modes={3: "mud_fight", 5: "blind_mans_bluff"}, variant="tactics")
    assert position.lanes[2].demand == stlib.MUD_FIGHT == stlib.Demand(4)
    assert position.lanes[4].demand == stlib.BLIND_MANS_BLUFF
    assert (stlib.BLIND_MANS_BLUFF.size, stlib.BLIND_MANS_BLUFF.kinds) == (3, {stlib.Kind.SUM})
    assert position.lanes[0].demand == stlib.STONE


SETUP = {
    "sides": {1: ("r1 r2 r3", "b1"), 2: ("joker1", "spy")},
    "claimed": {1: 0},
    "modes": {4: "mud_fight"},
    "variant": "tactics",
}


@pytest.mark.parametrize(
    ("hand", "played", "move", "why"),
    [
        ("shield g1", (2, 1), "shield@3", "one more|limit|opponent|tactic"),
        ("shield g1", None, "shield@1", "claimed"),
        ("joker2 g1", None, "joker2@3", "Joker"),
        ("blind_mans_bluff g1", None, "blind_mans_bluff@4", "4"),
        ("blind_mans_bluff g1", None, "blind_mans_bluff@1", "claimed"),
        ("traitor g1", None, "traitor", "nothing|no card|target|reach"),
        ("g1 g2", None, "banshee", "hand"),
        ("banshee g1", (2, 1), "banshee", "one more|limit|opponent|tactic"),
    ],
)
def test_an_illegal_tactic_card_is_refused_with_its_reason(hand, played, move, why):
    """The error names the rule; the same in German; the card stays in the hand."""
    position = stlib.ST1.setup(hands=(hand, None), tactics_played=played or (1, 1), **SETUP)
    with pytest.raises(MoveError, match=why) as caught:
        position.apply(move)
    assert caught.value.say("de") != str(caught.value)
    assert move not in names(position.legal_moves)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"sides": {1: ("recruiter", "")}}, "elite"),
        ({"sides": {1: ("", "mud_fight")}}, "elite"),
        ({"tactics_played": (11, 10)}, "tactics_played"),
        ({"tactics_played": (-1, 0)}, "tactics_played"),
        ({"tactics_played": (1,)}, "tactics_played"),
        ({"jokers_played": (3, 0)}, "jokers_played"),
        ({"also": {"shown 1": "r1"}, "hands": ("b1", None)}, "hand of player 1"),
        ({"phase": "TAKE", "also": {"ruse": "banshee"}, "sides": {1: ("", "r1")}}, "TAKE"),
        ({"phase": "TAKE", "also": {"ruse": "r1"}, "sides": {1: ("", "r1")}}, "TAKE|twice"),
        ({"phase": "RECRUIT", "also": {"ruse": "recruiter", "draws": "3"}}, "RECRUIT"),
    ],
)
def test_impossible_set_ups_are_refused(given, why):
    """A ruse at a stone, counts out of range, a card known where it is not, one not played."""
    with pytest.raises(SetupError, match=why) as caught:
        stlib.ST1.setup(variant="tactics", **given)
    assert caught.value.say("de") != str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: stlib.formation("recruiter r7 r8"),
        lambda: stlib.prove("mud_fight r7 r8", "b1"),
        lambda: stlib.prove("r7 r8 r9", "banshee b1"),
        lambda: stlib.odds.complete(stlib.Kind.COLOR_RUN, "r8 r9", "joker1 b1", 1),
        lambda: stlib.odds.complete(stlib.Kind.COLOR_RUN, "joker1 r9", "r8 b1", 1),
        lambda: stlib.odds.outs(stlib.Kind.COLOR_RUN, "r8 joker1", "r7 b1"),
    ],
)
def test_tactic_cards_are_never_taken_for_others(ask):
    """A ruse is no Joker at a side, and for the odds a Joker is no card of a value 10."""
    with pytest.raises(CardError) as caught:
        ask()
    assert caught.value.say("de") != str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"sides": [("r7", "")]}, "sides"),
        ({"sides": {5: "r7"}}, r"sides\[5\]"),
        ({"sides": {5: None}}, r"sides\[5\]"),
        ({"hands": None}, "hands"),
        ({"hands": ("r7",)}, "hands"),
        ({"stamps": {5: 3}}, r"stamps\[5\]"),
        ({"claimed": [5]}, "claimed"),
        ({"modes": "mud_fight"}, "modes"),
    ],
)
def test_a_set_up_of_the_wrong_shape_is_refused_by_name(arguments, named):
    """What belongs to lanes is given by lane, what belongs to players as a pair."""
    with pytest.raises(SetupError, match=named):
        stlib.ST1.setup(variant="tactics", **arguments)
