"""How long until a formation can be made: the distribution of the number of draws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from stlib.cards.demand import Kind, Strength
from stlib.chances.count_misses import below, misses
from stlib.chances.question import OddsError, Question

__all__ = ["Waiting", "waiting", "waiting_to_beat"]


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
        """Mean number of draws, of the cases in which the side can be completed at all.

        Raises
        ------
        OddsError
            If it never can.
        """
        if self.never == 1:
            raise OddsError("odds_never")
        return sum(n * p for n, p in self.chances.items()) / (1 - self.never)

    @property
    def median(self) -> int | None:
        """Smallest number of draws that suffices in half of all cases; None if none does."""
        enough = (n for n in self.chances if self.within(n) >= Fraction(1, 2))
        return next(enough, None)

    @property
    def floats(self) -> dict[int, float]:
        """Chances as decimal numbers."""
        return {n: float(p) for n, p in self.chances.items()}


def waiting(q: Question, kind: Kind, at_least: bool = False) -> Waiting:
    """Return how many draws it takes until a side can be completed to a kind.

    See `stlib.chances.Odds.waiting`.
    """
    return _waiting(misses(q, kind, at_least, 0, q.n))


def waiting_to_beat(q: Question, needed: Strength) -> Waiting:
    """Return how many draws it takes until a side can reach a strength.

    See `stlib.chances.Odds.waiting_to_beat`.
    """
    return _waiting(below(q, needed, 0, q.n))


def _waiting(missed: list[int]) -> Waiting:
    """Turn the misses after each number of draws into the chances that just so many are needed."""
    n = len(missed) - 1
    left = [Fraction(k, comb(n, draws)) for draws, k in enumerate(missed)]
    before = [Fraction(1), *left]
    return Waiting({k: before[k] - left[k] for k in range(n + 1)}, left[-1])
