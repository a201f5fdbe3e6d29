"""How long until a formation can be made: the distribution of the number of draws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from stlib.cards.card import Cards
from stlib.cards.demand import Demand, Kind
from stlib.chances.gains import Gains
from stlib.chances.question import OddsError

__all__ = ["Waiting", "WaitingTimes"]


@dataclass(frozen=True)
class Waiting:
    """The number of draws until a side can first be completed as wanted.

    Parameters
    ----------
    chances : dict of int to Fraction
        For each number of draws, from 0, the chance that just so many are
        needed. With `never` they add up to 1.
    never : Fraction
        Chance that all cards together do not suffice.
    """

    chances: dict[int, Fraction]
    never: Fraction

    def within(self, draws: int) -> Fraction:
        """Return the chance that so many draws suffice."""
        return sum((p for n, p in self.chances.items() if n <= draws), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Mean number of draws, of the cases in which it comes at all.

        Raises
        ------
        OddsError
            If it never comes.
        """
        if self.never == 1:
            raise OddsError("odds_never")
        return sum(n * p for n, p in self.chances.items()) / (1 - self.never)

    @property
    def median(self) -> int | None:
        """Least number of draws that suffices in half of all cases; None if none does."""
        enough = (n for n in self.chances if self.within(n) >= Fraction(1, 2))
        return next(enough, None)

    @property
    def floats(self) -> dict[int, float]:
        """Chances as decimal numbers."""
        return {n: float(p) for n, p in self.chances.items()}


class WaitingTimes(Gains):
    """Numbers of draws; a part of `stlib.chances.Odds`."""

    def waiting(
        self,
        kind: Kind,
        have: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        hand: Cards = (),
        at_least: bool = False,
    ) -> Waiting:
        """Return how many draws it takes until a side can be completed to a kind.

        Parameters
        ----------
        kind, have, unseen, demand, hand, at_least
            As for `complete`.

        Raises
        ------
        CardError, OddsError
            As `complete`.

        Examples
        --------
        Two of five cards fit: one waits 2 draws on average, for 2 in half of all cases.

        >>> import stlib
        >>> wait = stlib.odds.waiting(stlib.Kind.COLOR_RUN, "r5 r6", "r4 r7 b1 b2 b3")
        >>> wait.mean, wait.median, wait.never
        (Fraction(2, 1), 2, Fraction(0, 1))
        """
        q = self._read(have, unseen, demand, hand)
        return _waiting(self._missed(self._kind(kind, q.demand), at_least, q, q.n))

    def waiting_to_beat(
        self,
        mine: Cards,
        theirs: Cards,
        unseen: Cards,
        demand: Demand | None = None,
        hand: Cards = (),
    ) -> Waiting:
        """Return how many draws it takes until my side can beat a full one.

        Parameters
        ----------
        mine, theirs, unseen, demand, hand
            As for `beats`; theirs must be complete.

        Raises
        ------
        CardError, OddsError
            As `beats`; if their side is incomplete, too.
        """
        q, floor = self._against(mine, theirs, unseen, demand, hand)
        return _waiting(self._below(floor, q, q.n))


def _waiting(missed: list[int]) -> Waiting:
    """Make of the misses for each number of draws the chances that just so many are needed."""
    n = len(missed) - 1
    left = [Fraction(k, comb(n, draws)) for draws, k in enumerate(missed)]
    before = [Fraction(1), *left]
    return Waiting({k: before[k] - left[k] for k in range(n + 1)}, left[-1])
