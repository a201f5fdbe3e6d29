"""Winning a lane that neither side has finished, when both still draw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, prod

import numpy as np

from stlib.base import words
from stlib.base.rows import Row
from stlib.base.stats import Rate
from stlib.base.streams import start
from stlib.cards.card import Cards, to_mask
from stlib.cards.demand import Demand, Kind, asked
from stlib.chances import count_both_draw_by_draw, count_cells
from stlib.chances.count_cells import ABOVE_ALL
from stlib.chances.count_kind import BINOMIAL
from stlib.chances.question import Cells, OddsError, Question, as_draws
from stlib.chances.waiting import WaitingTimes

__all__ = ["CELLS", "PAIRS", "STEPS", "Contest", "Duels", "duel_assumes"]

CELLS = 600_000  # of one side with at most two free slots, or where totals alone count
FEW_CELLS = 30_000  # of any other side: they take longer
PAIRS = 40_000_000  # of cells; about a third of a second
STEPS = 25_000_000  # when counting one by one; about half a second
FEW_STEPS = 4_000_000  # so few are quicker than cells
SHAPES = 1 << 17
PRIMES = (2_147_483_647, 2_147_483_629, 2_147_483_587, 2_147_483_579)

NO_CELLS: Cells = (np.zeros(0, np.int64), np.zeros(0, np.int64))


@dataclass(frozen=True)
class Contest:
    """Two sides that draw from the same cards.

    Parameters
    ----------
    mine, theirs : Question
        The sides, with the same pool.
    draws, their_draws : int
        Cards drawn by each.
    ties : int
        1 if an equal strength is mine, 0 if it is theirs.
    """

    mine: Question
    theirs: Question
    draws: int
    their_draws: int
    ties: int

    @property
    def n(self) -> int:
        """Cards to draw from."""
        return self.mine.n

    @property
    def all_pairs(self) -> int:
        """Number of ways in which both can draw."""
        return comb(self.n, self.draws) * comb(self.n - self.draws, self.their_draws)

    @property
    def steps(self) -> int:
        """Work of counting one by one."""
        both = (self.draws, self.their_draws)
        return sum(comb(self.n, k) << max(both) for k in both)


class Duels(WaitingTimes):
    """Chances where both sides draw; a part of `stlib.chances.Odds`."""

    def duel(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None = None,
        demand: Demand | None = None,
        hand: Cards = (),
        their_hand: Cards = (),
        theirs_first: bool | None = None,
    ) -> Fraction:
        """Return the chance that my side wins the lane when both sides still draw.

        The assumption: I draw `draws` of the unseen cards and the other player
        `their_draws` of the rest, any as likely as any other, and then each
        lays the best there is, as if this lane were the only one. Who cannot
        fill his side does not win. `duel_assumes` says this to readers.

        Parameters
        ----------
        mine, theirs : str or iterable of Card
            The two sides.
        unseen : str or iterable of Card
            The cards that may come.
        draws : int
            How many of them I draw.
        their_draws : int, optional
            How many the other player draws, his hand counted in; as many as I
            do if not given. Together no more than all.
        demand : Demand, optional
            What the lane asks for.
        hand, their_hand : str or iterable of Card
            Cards that I, or the other player, need no draw for.
        theirs_first : bool, optional
            Whether a tie is theirs, since their side will be complete
            earlier. If not given: a side that is complete already was first,
            else the one with fewer free slots, else theirs.

        Raises
        ------
        CardError
            For unknown cards, cards used twice, or more than the lane has slots.
        OddsError
            For numbers of draws that cannot be, or where the exact answer
            would take too long: see Notes, and `duel_estimate`.

        Notes
        -----
        Exact, and mostly within a tenth of a second, where no side has more
        than two free slots, or where totals alone count, for any number of
        draws; else for draws of about four cards each. The limits, `CELLS`,
        `PAIRS` and `STEPS`, keep every answer below about a second.

        Examples
        --------
        Each has one slot left and draws one of three cards. With r9 I win; else
        I do with g2, unless they have r9; and what is equal is theirs:

        >>> import stlib
        >>> stlib.odds.duel("r7 r8", "b7 b8", "r9 g1 g2", 1)
        Fraction(1, 2)
        """
        given = (draws, their_draws, demand, hand, their_hand, theirs_first)
        contest = self._contest(mine, theirs, unseen, *given)
        return Fraction(self._wins(contest), contest.all_pairs)

    def duel_estimate(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None = None,
        demand: Demand | None = None,
        hand: Cards = (),
        their_hand: Cards = (),
        theirs_first: bool | None = None,
        samples: int = 20_000,
        seed: int = 0,
    ) -> Rate:
        """Estimate `duel` by drawing at random: for where the exact answer takes too long.

        Parameters
        ----------
        mine, theirs, unseen, draws, their_draws, demand, hand, their_hand, theirs_first
            As for `duel`.
        samples : int
            Pairs of draws, at least 1.
        seed : int
            Of the random numbers; the same seed gives the same answer.

        Returns
        -------
        Rate
            With its 95 % interval (Wilson).

        Raises
        ------
        CardError, OddsError
            As `duel`, but never for the time it takes.

        Examples
        --------
        >>> import stlib
        >>> rate = stlib.odds.duel_estimate("r7 r8", "b7 b8", "r9 g1 g2", 1, seed=1)
        >>> rate.interval[0] < 1 / 2 < rate.interval[1]
        True
        """
        given = (draws, their_draws, demand, hand, their_hand, theirs_first)
        one = self._contest(mine, theirs, unseen, *given)
        if samples < 1:
            raise OddsError("odds_samples", samples=repr(samples))
        return self._simulated(one, int(samples), seed)

    # --- reading

    def _contest(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        draws: int,
        their_draws: int | None,
        demand: Demand | None,
        hand: Cards,
        their_hand: Cards,
        theirs_first: bool | None,
    ) -> Contest:
        demand = asked(demand, self.demand)
        side = self._side(theirs, demand, "theirs")
        held = to_mask(self._numbered(their_hand, "their_hand"))
        others = {"theirs": side, "their_hand": held}
        ours = self._read(mine, unseen, demand, hand, others)
        against = Question(side, held, ours.pool, demand)
        draws = as_draws(draws, ours.n)
        number = as_draws(draws if their_draws is None else their_draws, ours.n)
        if draws + number > ours.n:
            raise OddsError("odds_both_draw", mine=draws, theirs=number, n=ours.n)
        first = against.free <= ours.free if theirs_first is None else theirs_first
        return Contest(ours, against, draws, number, int(not first))

    # --- counting

    def _wins(self, one: Contest, effort: float = 1) -> int:
        """Count the pairs of draws that win the lane, with a share of the work allowed."""
        if one.draws + one.mine.held.bit_count() < one.mine.free:
            return 0
        if one.steps <= FEW_STEPS * effort:
            return self._one_by_one(one)
        wins = self._by_cells(one, effort)
        if wins is None and one.steps <= STEPS * effort:
            wins = self._one_by_one(one)
        if wins is None:
            numbers = {"mine": one.draws, "theirs": one.their_draws, "n": one.n}
            raise OddsError("odds_duel_too_long", **numbers, cells=PAIRS, steps=STEPS)
        return wins

    def _simulated(self, one: Contest, samples: int, seed: int) -> Rate:
        wins = count_both_draw_by_draw.simulate(
            *(one.mine.side, one.theirs.side, one.mine.held, one.theirs.held),
            *(count_both_draw_by_draw.members(one.mine.pool), one.draws, one.their_draws, one.ties),
            *(self._lane_row(one.mine), self._lane_row(one.theirs)),
            *(start(seed, 0), samples),
        )
        return Rate(int(wins), samples)

    def _one_by_one(self, one: Contest) -> int:
        ours, theirs = (
            self._weighed(q, n) for q, n in ((one.mine, one.draws), (one.theirs, one.their_draws))
        )
        numbers = (one.draws, one.their_draws, one.n, one.ties)
        return int(count_both_draw_by_draw.one_by_one(*ours, *theirs, *numbers, BINOMIAL))

    def _weighed(self, q: Question, draws: int) -> tuple[Row, Row]:
        """Return what each draw is worth, and their order by worth."""
        best = np.zeros(comb(q.n, draws), np.int64)
        count_both_draw_by_draw.weigh(q.side, q.held, q.pool, draws, self._lane_row(q), best)
        return best, np.argsort(best, kind="stable")

    def _by_cells(self, one: Contest, effort: float = 1) -> int | None:
        """Count by cells, None if there are too many.

        I reach just the strength `s` in the draws below the next strength less
        those below `s`; the other side is to stay below `s`, or not above it.
        """
        ours = self._cells(one.mine, one.draws, effort)
        theirs = ours and self._cells(one.theirs, one.their_draws, effort)
        if not ours or not theirs:
            return None
        signs: Counter[tuple[int, int]] = Counter()
        for rank, above in pairwise(ours):
            other = next(floor for floor in theirs if floor >= rank + one.ties)
            signs[above, other] += 1
            signs[rank, other] -= 1
        terms = [(ours[a], theirs[b], sign) for (a, b), sign in signs.items() if sign]
        if sum(len(a[0]) * len(b[0]) for a, b, _ in terms) > PAIRS * effort:
            return None
        return _add_up(terms, one)

    def _cells(self, q: Question, draws: int, effort: float) -> dict[int, Cells] | None:
        """Return the cells of draws below each strength that a side can have, and below all."""
        everything = (np.zeros(1, np.int64), np.full(1, q.pool))
        if draws + q.held.bit_count() < q.free:
            return {ABOVE_ALL: everything}
        lane = self._lane_row(q)
        marked = np.zeros(ABOVE_ALL, np.int64)
        count_cells.strengths(q.side, q.held | q.pool, lane, marked)
        lowest, *others = np.flatnonzero(marked).tolist()
        found = {lowest: NO_CELLS}
        easy = q.free <= 2 or self.kinds(q.demand) == (Kind.SUM,)
        room = int((CELLS if easy else FEW_CELLS) * effort)
        must, may = np.empty((2, room), np.int64)
        for floor in reversed(others):
            given = (q.side, q.held, q.pool, draws, floor, lane)
            n = count_cells.cells(*given, must[:room], may[:room])
            room -= n
            if n < 0:
                return None
            found[floor] = must[:n].copy(), may[:n].copy()
        return {**dict(sorted(found.items())), ABOVE_ALL: everything}


def duel_assumes(draws: int | None, their_draws: int | None, n: int, lang: str = "en") -> str:
    """Return in words what `Odds.duel` assumes of draws from `n` unseen cards.

    With None for the draws it says that both draw as many, whatever the number,
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


def _add_up(terms: list[tuple[Cells, Cells, int]], one: Contest) -> int | None:
    """Count the disjoint pairs of draws in pairs of cells, None if the table is too small.

    Numbers may pass 2**63, so they are found modulo some primes and put together.
    """
    shapes, counts = np.zeros((2, SHAPES), np.int64)
    for ours, theirs, sign in terms:
        if count_cells.tally(*ours, *theirs, sign, shapes, counts) < 0:
            return None
    used = counts != 0
    shapes, counts = shapes[used], counts[used]
    primes: list[int] = []
    while prod(primes) <= one.all_pairs:
        primes.append(PRIMES[len(primes)])
    found = 0
    for i, prime in enumerate(primes):
        given = (shapes, counts, one.draws, one.their_draws, BINOMIAL % prime, prime)
        rest = int(count_cells.pairs_of(*given))
        before = prod(primes[:i])
        found += (rest - found) * pow(before, -1, prime) % prime * before
    return found
