"""How sure one may be of a rate: intervals, by SciPy and by pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["CONFIDENCE", "Rate", "paired_interval", "share", "wilson"]

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Rate:
    """A share of `n` games.

    Parameters
    ----------
    wins : float
        Games won; a draw counts a half.
    n : int
        Games played, at least 1.
    """

    wins: float
    n: int

    def __post_init__(self) -> None:
        if self.n < 1 or not 0 <= self.wins <= self.n:
            raise ValueError(f"{self.wins!r} wins of {self.n!r} games cannot be")

    @property
    def rate(self) -> float:
        """Share of wins, 0–1."""
        return self.wins / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        return wilson(self.wins, self.n)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{share(self.rate)} ({share(low)} to {share(high)}, n = {self.n})"


def share(rate: float) -> str:
    """Write a share in percent; only none is written as 0 %, only all as 100 %."""
    if 0 < rate < 0.00005:
        return "<0.01%"
    return ">99.99%" if 0.99995 <= rate < 1 else f"{rate:.2%}"


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a binomial rate (Wilson 1927).

    Half wins, from draws, are allowed for; they make the interval a little wide.
    """
    from scipy.special import ndtri  # at first use: SciPy takes long to load

    z = float(ndtri(0.5 + CONFIDENCE / 2))
    rate = wins / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * np.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, float(centre - spread)), min(1.0, float(centre + spread))


def paired_interval(scores: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the mean of independent pairs' scores.

    Parameters
    ----------
    scores : ndarray of float, shape (pairs,)
        Each pair's mean score, 0–1: two games of one deal with seats swapped.

    Notes
    -----
    Student's t on the pairs; where all pairs are alike it says nothing, and
    Wilson's interval on the pairs is given instead.
    """
    n, mean = len(scores), float(np.mean(scores))
    if n < 2 or np.ptp(scores) == 0:
        return wilson(mean * n, n)
    from scipy.special import stdtrit

    half = float(stdtrit(n - 1, 0.5 + CONFIDENCE / 2) * np.std(scores, ddof=1) / np.sqrt(n))
    return max(0.0, mean - half), min(1.0, mean + half)
