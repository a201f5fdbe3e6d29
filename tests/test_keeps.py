"""Which hand cards to keep for a lane, compared with trying all draws."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

import st2lib
import stlib
from stlib import Kind
from stlib.chances.keep import BEAT, GOALS, LaneKeeps

LIBRARIES = {"ST1": stlib, "ST2": st2lib}


def questions(n, seed):
    """Yield lanes with a hand and a few unseen cards: small enough for every draw to be tried."""
    chance = random.Random(seed)
    for _ in range(n):
        library = LIBRARIES[chance.choice(["ST1", "ST2"])]
        deck = [library.Card(c, v) for v in range(1, 9) for c in library.DECK.colors[:3]]
        cards = chance.sample(deck, 15)
        mine = tuple(cards[: chance.randrange(3)])
        goal, draws = chance.choice(GOALS), chance.randrange(5)
        theirs, hand, unseen = tuple(cards[3:6]), tuple(cards[6:9]), tuple(cards[9:])
        yield library, LaneKeeps(library.odds, mine, theirs, hand, unseen, draws, goal)


def reached(library, lane, mine, held):
    """Whether a side can reach the goal with cards at hand, by trying every fill."""
    fills = (library.formation((*mine, *fill)) for fill in combinations(held, 3 - len(mine)))
    if lane.goal == BEAT:
        return any(made.strength > library.formation(lane.theirs).strength for made in fills)
    return any(made.kind >= Kind[lane.goal.upper()] for made in fills)


def tried(library, lane, mine, hand):
    """Return the chance to reach the goal, by trying every draw."""
    draws = list(combinations(lane.unseen, lane.draws))
    good = sum(reached(library, lane, mine, (*hand, *drawn)) for drawn in draws)
    return Fraction(good, len(draws))


def test_keeps_are_what_trying_all_draws_gives():
    """The chance, with each card laid here or elsewhere, is exact; rows are in order of loss."""
    for library, lane in questions(60, seed=3):
        whole = tried(library, lane, lane.mine, lane.hand)
        assert lane.chance == whole
        assert {keep.card for keep in lane.keeps} == set(lane.hand)
        for keep in lane.keeps:
            rest = tuple(card for card in lane.hand if card != keep.card)
            assert keep.laid == tried(library, lane, (*lane.mine, keep.card), rest)
            if lane.mine:
                assert keep.gone == tried(library, lane, lane.mine, rest)
                assert keep.loss == whole - keep.gone >= 0
            else:
                assert keep.gone is keep.loss is None
        order = [(keep.loss or 0, keep.laid) for keep in lane.keeps]
        assert order == sorted(order, reverse=True)


def ask(library, tile=None, mine="", theirs="", hand="", goal="run", draws=2):
    odds = library.odds if tile is None else type(library.odds)(library.DECK, tile)
    cards = [library.parse_cards(text) for text in (mine, theirs, hand, "g1 g2 g3 y4 y5")]
    return LaneKeeps(odds, *cards, draws, goal)


@pytest.mark.parametrize(
    ("lane", "why"),
    [
        (ask(stlib), ""),
        (ask(stlib, goal=BEAT), "too_open"),
        (ask(stlib, mine="r1", theirs="b1", goal=BEAT), ""),
        (ask(stlib, mine="r1", theirs="b1", goal=BEAT, draws=3), "too_many"),
        (ask(stlib, theirs="r1 r2 r3", goal=BEAT), ""),
        (ask(st2lib, st2lib.TILES[0].intact), "not_counted"),
        (ask(st2lib, st2lib.TILES[2].damaged, goal="color"), ""),
        (ask(st2lib, st2lib.TILES[2].damaged, goal="color_run"), "not_counted"),
        (ask(st2lib, st2lib.TILES[1].intact), "too_long"),
        (ask(st2lib, st2lib.TILES[1].intact, mine="r5"), ""),
    ],
)
def test_goals_without_a_chance_say_why(lane, why):
    """A goal without an answer says why; the other chances are still given."""
    assert lane.why_not == why
    assert (lane.chance is None) == bool(why)
    assert tuple(kind for kind, both in lane.chances.items() if both) == lane.odds.kinds()


def test_a_full_side_keeps_nothing():
    """Where no slot is free no hand card matters."""
    lane = ask(stlib, mine="r7 r8 r9", hand="b1 b2")
    assert lane.keeps == ()
    assert lane.chance == 1


def test_a_side_that_still_draws():
    """Against an open side both draw as many; a tie is where `duel` says it is."""
    lane = ask(stlib, mine="r7 r8", theirs="b7 b8", hand="r6 b2", goal=BEAT)
    assert lane.duel
    ask_duel = ("b7 b8", lane.unseen, 2)
    assert lane.chance == stlib.odds.duel("r7 r8", *ask_duel, hand="r6 b2")
    keeps = {str(keep.card): keep for keep in lane.keeps}
    assert keeps["r6"].gone == stlib.odds.duel("r7 r8", *ask_duel, hand="b2")
    assert keeps["b2"].laid == stlib.odds.duel("r7 r8 b2", *ask_duel, hand="r6")
    assert ask(stlib, mine="r7", theirs="b7", hand="r6", goal=BEAT).keeps == ()
