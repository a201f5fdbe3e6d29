"""Winning a lane that neither side has finished, when both still draw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import comb, prod

import numpy as np

from stlib.base import words
from stlib.base.rows import Row
from stlib.base.stats import Rate
from stlib.base.streams import start
from stlib.cards.demand import Kind, Strength
from stlib.chances.count_both_by_cells import pairs_of, tally
from stlib.chances.count_both_draw_by_draw import best_fills, members, one_by_one
from stlib.chances.count_cells import cells
from stlib.chances.draw_at_random import wins_at_random
from stlib.chances.fills import ABOVE_ALL, strengths
from stlib.chances.polynomials import binomials
from stlib.chances.question import Contest, OddsError, Question, kinds_that_count

__all__ = ["CELLS", "PAIRS", "STEPS", "count_by_cells", "count_draw_by_draw", "duel"]
__all__ += ["duel_assumes", "duel_estimate"]

CELLS = 600_000  # of one side with at most two free slots, or where totals alone count
FEW_CELLS = 30_000  # of any other side: they take longer
PAIRS = 40_000_000  # of cells; about a third of a second
STEPS = 25_000_000  # when counting draw by draw; about half a second
FEW_STEPS = 4_000_000  # so few are quicker than cells
OVERLAPS = 1 << 17
PRIMES = (2_147_483_647, 2_147_483_629, 2_147_483_587, 2_147_483_579)

Cells = tuple[Row, Row]  # must, may: see `stlib.chances.count_cells`
NO_CELLS: Cells = (np.zeros(0, np.int64), np.zeros(0, np.int64))
BINOMIALS = binomials()


def duel(one: Contest, effort: float = 1) -> Fraction:
    """Return the chance that my side wins, or raise OddsError if that takes too long.

    See `stlib.chances.Odds.duel`.

    Parameters
    ----------
    one : Contest
        The two sides.
    effort : float
        Share of the work that is allowed.
    """
    return Fraction(_wins(one, effort), one.all_pairs)


def duel_estimate(one: Contest, samples: int, seed: int) -> Rate:
    """Estimate the chance by drawing at random; see `stlib.chances.Odds.duel_estimate`."""
    mine, theirs = one.mine, one.theirs
    wins = wins_at_random(
        *(mine.side, mine.wild, mine.held, theirs.side, theirs.wild, theirs.held),
        *(members(mine.pool), one.draws, one.their_draws, one.ties),
        *(mine.demand.code, mine.deck.shape, start(seed, 0), samples),
    )
    return Rate(int(wins), samples)


def duel_assumes(draws: int | None, their_draws: int | None, n: int, lang: str = "en") -> str:
    """Return in words what `Odds.duel` assumes of draws from `n` unseen cards.

    With None for the draws it says that both draw equally many, whatever the number,
    for a chart that goes through several.

    Examples
    --------
    >>> print(duel_assumes(3, 4, 40))
    Assumes that you draw 3 and the other player 4 of the 40 unseen cards, ...
    >>> print(duel_assumes(None, None, 40))
    Assumes that you and the other player draw as many of the 40 unseen cards each, ...
    """
    if draws is None:
        return words.say("odds.duel_assumes_any", lang, n=n)
    return words.say("odds.duel_assumes", lang, mine=draws, theirs=their_draws, n=n)


def _wins(one: Contest, effort: float) -> int:
    """Count the pairs of draws that win the lane, the quicker way."""
    if one.draws + one.mine.held.bit_count() < one.mine.free:
        return 0
    steps = _steps(one)
    if steps <= FEW_STEPS * effort:
        return count_draw_by_draw(one)
    wins = count_by_cells(one, effort)
    if wins is None and steps <= STEPS * effort:
        wins = count_draw_by_draw(one)
    if wins is None:
        numbers = {"mine": one.draws, "theirs": one.their_draws, "n": one.n}
        raise OddsError("odds_duel_too_long", **numbers, cells=PAIRS, steps=STEPS)
    return wins


# --- draw by draw ---------------------------------------------------------------------


def _steps(one: Contest) -> int:
    """Return the work of counting draw by draw."""
    both = (one.draws, one.their_draws)
    return sum(comb(one.n, k) << max(both) for k in both)


def count_draw_by_draw(one: Contest) -> int:
    """Count the pairs of draws that win the lane by going through the draws of each side."""
    ours, theirs = _judged(one.mine, one.draws), _judged(one.theirs, one.their_draws)
    return int(one_by_one(*ours, *theirs, one.draws, one.their_draws, one.n, one.ties))


def _judged(q: Question, draws: int) -> tuple[Row, Row]:
    """Return the strength that each draw makes, and the order of the draws by strength."""
    best = np.zeros(comb(q.n, draws), np.int64)
    best_fills(q.side, q.wild, q.held, q.pool, draws, q.demand.code, q.deck.shape, best)
    return best, np.argsort(best, kind="stable")


# --- by cells -------------------------------------------------------------------------


def count_by_cells(one: Contest, effort: float = 1) -> int | None:
    """Count the pairs of draws that win the lane by cells; None if there are too many.

    My draws that make just the strength `s` are those below the next strength less
    those below `s`. The other side must then stay below `s`, or not get above it.
    """
    ours = _cells(one.mine, one.draws, effort)
    theirs = ours and _cells(one.theirs, one.their_draws, effort)
    if not ours or not theirs:
        return None
    signs: Counter[tuple[Strength, Strength]] = Counter()
    for made, above in pairwise(ours):
        other = next(needed for needed in theirs if needed >= made + one.ties)
        signs[above, other] += 1
        signs[made, other] -= 1
    terms = [(ours[a], theirs[b], sign) for (a, b), sign in signs.items() if sign]
    if sum(len(a[0]) * len(b[0]) for a, b, _ in terms) > PAIRS * effort:
        return None
    return _add_up(terms, one)


def _cells(q: Question, draws: int, effort: float) -> dict[Strength, Cells] | None:
    """Return the cells of draws below each strength that a side can have, and below all."""
    everything = (np.zeros(1, np.int64), np.full(1, q.pool))
    if draws + q.held.bit_count() < q.free:
        return {ABOVE_ALL: everything}
    lane = (q.demand.code, q.deck.shape)
    marked = np.zeros(ABOVE_ALL, np.int64)
    strengths(q.side, q.wild, q.held | q.pool, *lane, marked)
    lowest, *others = np.flatnonzero(marked).tolist()
    found = {lowest: NO_CELLS}
    easy = q.free <= 2 or kinds_that_count(q.demand) == (Kind.SUM,)
    room = int((CELLS if easy else FEW_CELLS) * effort)
    must, may = np.empty((2, room), np.int64)
    for needed in reversed(others):
        given = (q.side, q.wild, q.held, q.pool, draws, needed, *lane)
        n = cells(*given, must, may, room)
        room -= n
        if n < 0:
            return None
        found[needed] = must[:n].copy(), may[:n].copy()
    return {**dict(sorted(found.items())), ABOVE_ALL: everything}


def _add_up(terms: list[tuple[Cells, Cells, int]], one: Contest) -> int | None:
    """Count the disjoint pairs of draws in pairs of cells, None if the table is too small.

    Numbers may pass 2**63, so they are found modulo some primes and put together.
    """
    overlaps, counts = np.zeros((2, OVERLAPS), np.int64)
    for ours, theirs, sign in terms:
        if tally(*ours, *theirs, sign, overlaps, counts) < 0:
            return None
    used = counts != 0
    overlaps, counts = overlaps[used], counts[used]
    primes: list[int] = []
    while prod(primes) <= one.all_pairs:
        primes.append(PRIMES[len(primes)])
    found = 0
    for i, prime in enumerate(primes):
        given = (overlaps, counts, one.draws, one.their_draws, BINOMIALS % prime, prime)
        rest = int(pairs_of(*given))
        before = prod(primes[:i])
        found += (rest - found) * pow(before, -1, prime) % prime * before
    return found
