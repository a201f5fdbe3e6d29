"""Odds when both sides draw: checked by enumeration, two ways of counting, symmetry, simulation."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import st2lib
import stlib
from stlib.cards.demand import Demand, Kind
from stlib.chances import OddsError, duel_assumes
from stlib.chances.both_draw import PRIMES, count_by_cells, count_draw_by_draw
from stlib.chances.count_both_draw_by_draw import parts, unrank
from stlib.chances.question import read_contest
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES
from test_odds import DECKS, some_of


@st.composite
def contests(draw):
    """A game's demand, two sides, two hands, what may come, and how many each draws."""
    game, name = draw(st.sampled_from(ALL_DEMANDS))
    size = DEMANDS[game][name][0].size
    pool = DECKS[game]
    if draw(st.integers(0, 4)):
        low, wide = draw(st.integers(0, 8)), draw(st.integers(2, 5))
        near = [c for c in pool if low <= oracle.value_of(c) < low + wide]
        pool = near if len(near) > 2 * size + 8 else pool
    cards = draw(st.permutations(pool))
    lengths = [draw(st.integers(0, size)), draw(st.integers(0, size))]
    lengths += [draw(st.sampled_from([0, 0, 1, 2])) for _ in range(2)]
    cuts = np.cumsum([*lengths, draw(st.integers(0, 7))])
    parts = [list(part) for part in np.split(np.array(cards), cuts)[:5]]
    draws = draw(st.integers(0, len(parts[4])))
    return game, name, *parts, draws, draw(st.integers(0, len(parts[4]) - draws))


def best_of(side, cards, demand):
    """What the best fill of a side is worth to the oracle; None if the cards are too few."""
    fills = combinations(cards, demand.size - len(side))
    return max((oracle.key((*side, *fill), demand) for fill in fills), default=None)


def share_of_wins(mine, theirs, hand, their_hand, unseen, draws, their_draws, demand, ties):
    """Let both draw in every way, and count."""
    wins = n = 0
    for ours in combinations(unseen, draws):
        worth = best_of(mine, [*hand, *ours], demand)
        for others in combinations([c for c in unseen if c not in ours], their_draws):
            other = best_of(theirs, [*their_hand, *others], demand)
            n += 1
            if worth is not None:
                wins += other is None or worth > other or (ties and worth == other)
    return Fraction(wins, n)


@settings(deadline=None)
@given(contests(), st.booleans())
def test_a_duel_is_the_share_of_all_pairs_of_draws(contest, theirs_first):
    """The chance equals enumeration by the oracle, for every demand of both games."""
    game, name, mine, theirs, hand, their_hand, unseen, draws, their_draws = contest
    demand, slow = DEMANDS[game][name]
    chance = LIBRARIES[game].odds.duel(
        *(mine, theirs, unseen, draws, their_draws, demand, hand, their_hand, theirs_first)
    )
    assert chance == share_of_wins(
        mine, theirs, hand, their_hand, unseen, draws, their_draws, slow, not theirs_first
    )


@settings(deadline=None)
@given(contests(), st.booleans())
def test_both_ways_of_counting_agree(contest, theirs_first):
    """Counting by cells and draw by draw gives the same wins, where `duel` uses only one, too."""
    game, name, mine, theirs, hand, their_hand, unseen, draws, their_draws = contest
    demand = DEMANDS[game][name][0]
    given = (draws, their_draws, demand, LIBRARIES[game].DECK, hand, their_hand, theirs_first)
    one = read_contest(mine, theirs, unseen, *given)
    if draws + len(hand) >= demand.size - len(mine):
        assert count_by_cells(one) == count_draw_by_draw(one)


SIDES = [
    (stlib, stlib.STONE, "r7", "b5"),
    (stlib, stlib.STONE, "r7 r8", "b5"),
    (stlib, stlib.BLIND_MANS_BLUFF, "", "b5"),
    (stlib, stlib.MUD_FIGHT, "r4 r6", "b3 g3"),
    (st2lib, Demand(4), "r4 r5", "b9 y9"),
    (st2lib, Demand(4, frozenset({Kind.SUM}), -1), "r0 b0", "g1"),
    (st2lib, Demand(3, frozenset({Kind.SUM, Kind.RUN}), color_run="sum"), "r4", "b9"),
    (st2lib, Demand(3, frozenset({Kind.SUM, Kind.COLOR}), color_run="above"), "r4", "b9"),
]
EMPTY = [(stlib, stlib.STONE, "", "b5 g5"), (st2lib, Demand(2), "", "k3")]  # few draws only
each_pair_of_sides = pytest.mark.parametrize(("library", "demand", "mine", "theirs"), SIDES)


@each_pair_of_sides
def test_whole_decks_are_counted_alike(library, demand, mine, theirs):
    """With three draws each from forty cards, cells and draw by draw give the same wins."""
    unseen = some_of(library.DECK, 40, 7, f"{mine} {theirs}".split())
    one = read_contest(mine, theirs, unseen, 3, 3, demand, library.DECK)
    assert one.all_pairs > 70_000_000
    assert count_draw_by_draw(one) == count_by_cells(one)


@pytest.mark.parametrize(
    ("library", "demand", "mine", "theirs", "draws"),
    [(*sides, draws) for sides in SIDES for draws in (3, 9, 18)] + [(*e, 3) for e in EMPTY],
)
def test_what_one_wins_the_other_does_not(library, demand, mine, theirs, draws):
    """Where both sides can be filled the two chances add up to 1, with either rule for ties."""
    unseen = some_of(library.DECK, 40, 7, f"{mine} {theirs}".split())
    for first in (True, False):
        won = library.odds.duel(mine, theirs, unseen, draws, None, demand, theirs_first=first)
        lost = library.odds.duel(theirs, mine, unseen, draws, None, demand, theirs_first=not first)
        assert won + lost == 1


@pytest.mark.parametrize(
    ("library", "demand", "mine", "theirs", "draws"),
    [(*sides, 8) for sides in SIDES] + [(*sides, 3) for sides in EMPTY],
)
def test_estimates_hold_the_exact_chance(library, demand, mine, theirs, draws):
    """The exact chance lies in the interval of a simulation, here and from one seed to the next."""
    unseen = some_of(library.DECK, 40, 7, f"{mine} {theirs}".split())
    exact = library.odds.duel(mine, theirs, unseen, draws, draws - 1, demand)
    inside = 0
    for seed in range(5):
        rate = library.odds.duel_estimate(
            mine, theirs, unseen, draws, draws - 1, demand, samples=3_000, seed=seed
        )
        inside += rate.interval[0] <= exact <= rate.interval[1]
    assert inside >= 4


def test_a_duel_with_a_full_side_is_beating_it():
    """Draws of a side that is full change nothing, and it was complete first."""
    unseen = some_of(stlib.DECK, 30, 2, ["r7", "b5", "g5", "y5"])
    beats = stlib.odds.beats("r7", "b5 g5 y5", unseen, 6)
    assert stlib.odds.duel("r7", "b5 g5 y5", unseen, 6, 4) == beats
    assert stlib.odds.duel("b5 g5 y5", "r7", unseen, 4, 6) == 1 - beats


def test_who_is_complete_earlier_takes_ties():
    """A tie goes to the other side, to the side with fewer free slots, or as the caller says."""
    cards = "r7 r8", "b7 b8", "g1 v1", 1
    assert stlib.odds.duel(*cards) == 0
    assert stlib.odds.duel(*cards, theirs_first=False) == 1
    ahead = "r7 r8", "b7", "g1 v1 y8", 1, 2
    tie = Fraction(1, 1) - stlib.odds.duel(*ahead, theirs_first=True)
    assert stlib.odds.duel(*ahead) == stlib.odds.duel(*ahead, theirs_first=False) >= 1 - tie


def test_who_cannot_fill_a_side_does_not_win():
    """A player with too few draws has no chance; if both have too few, neither has."""
    assert stlib.odds.duel("r7", "b7", "g1 v1 y8", 1, 2) == 0
    assert stlib.odds.duel("r7", "b7", "g1 v1 y8", 2, 1) == 1
    assert stlib.odds.duel("r7", "b7", "g1 v1 y8", 1, 1, theirs_first=False) == 0


def test_numbers_beyond_64_bits_are_exact():
    """Twenty draws each from 54 cards, 3e24 pairs of draws: the result is that of a formula."""
    cards = [card for card in DECKS["ST2"] if card not in ("r0", "b0", "r5", "g5", "y5", "k5")]
    pair = Demand(2, frozenset({Kind.SUM}))
    chance = st2lib.odds.duel("r0", "b0", cards, 20, 20, pair, theirs_first=False)
    values = [oracle.value_of(card) for card in cards]
    lost = 0  # where the other player's greatest card is above mine
    for value in range(12):
        lower = sum(other < value for other in values)
        for k in range(1, values.count(value) + 1):
            ways = comb(values.count(value), k) * comb(lower, 20 - k)
            lost += ways * comb(max(lower - 20 + k, 0), 20)
    assert lost > 2**63
    assert chance == 1 - Fraction(lost, comb(54, 20) * comb(34, 20))


def test_draws_are_numbered_as_they_are_gone_through():
    """Parts of draws have numbers of their own: 0 for none, then the single cards, and so on."""
    at, found, starts = np.zeros(3, np.int64), np.zeros(8, np.int64), np.array([0, 1, 8, 29])
    numbers = set()
    for number in range(comb(7, 3)):
        unrank(number, at)
        parts(at, 2, starts, found)
        numbers |= set(found.tolist())
        assert found[7] == -1
        assert sorted(at) == list(at)
    assert numbers == {-1, *range(1 + 7 + 21)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"draws": 3, "their_draws": 3}, "3 and 3 cards cannot both be drawn from 5"),
        ({"draws": 6}, "cannot draw 6 of 5 unseen cards"),
        ({"their_draws": -1}, "cannot draw -1 of 5 unseen cards"),
        (
            {"hand": "r9"},
            "card red 9 is given twice, in two places: your hand and the unseen cards",
        ),
        ({"their_hand": "r7"}, "your own side and the other hand"),
        ({"hand": "y1", "their_hand": "y1"}, "your hand and the other hand"),
        ({"mine": "r1 r2 r3 r4"}, "r1 r2 r3 r4"),
        ({"theirs": "r7"}, "card red 7 .* your own side and the other side"),
        ({"theirs": "b7 b7"}, "the other side: card blue 7 is given twice"),
    ],
)
def test_impossible_duels_are_refused(change, message):
    """The error names the value and where it is wrong."""
    given = {"mine": "r7 r8", "theirs": "b7 b8", "unseen": "r9 g1 g2 v1 v2", "draws": 2}
    with pytest.raises(ValueError, match=message):
        stlib.odds.duel(**{**given, **change})


def test_a_duel_too_long_names_its_limits():
    """The estimate answers instead, and the assumption is said with its numbers."""
    unseen = some_of(stlib.DECK, 48, 1)
    with pytest.raises(OddsError, match=r"6 and 6 draws from 48 cards .*40000000.*duel_estimate"):
        stlib.odds.duel("", "", unseen, 6)
    rate = stlib.odds.duel_estimate("", "", unseen, 6, samples=2_000, seed=3)
    assert rate.n == 2_000
    assert rate == stlib.odds.duel_estimate("", "", unseen, 6, samples=2_000, seed=3)
    with pytest.raises(OddsError, match="at least one sample, not 0"):
        stlib.odds.duel_estimate("", "", unseen, 6, samples=0)
    for lang, n in product(("en", "de"), (48, 7)):
        assert str(n) in duel_assumes(6, 5, n, lang)


def test_the_primes_are_prime_and_enough():
    """Counts are computed modulo primes, whose product must exceed every possible count."""
    for prime in PRIMES:
        assert prime < 2**31
        assert all(prime % n for n in range(2, int(prime**0.5) + 1))
    assert len(set(PRIMES)) == len(PRIMES)
    assert prod(PRIMES) > comb(60, 20) * comb(40, 20)
