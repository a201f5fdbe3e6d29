"""How sure one may be of a rate, a mean or a difference: intervals and tests, by SciPy.

Means and differences are worked out from counts, sums and sums of squares, so
that a run of any length needs no single game for them.

Examples
--------
>>> from stlib.base.stats import Mean, difference
>>> print(Mean.of([50, 52, 57, 61]))
55 (47.1 to 62.9, n = 4)
>>> print(difference([50, 52, 57, 61], [48, 51, 57, 58], paired=True))
1.5 (-0.5543 to 3.554, p = 0.103, 4 pairs)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = [
    "CONFIDENCE", "Difference", "Mean", "Rate", "difference", "in_pairs", "paired_interval",
    "scores_apart", "scores_in_pairs", "share", "wilson",
]  # fmt: skip

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
    low = float(centre - spread) if wins > 0 else 0.0
    return low, float(centre + spread) if wins < n else 1.0


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
    half = _t(n - 1) * float(np.std(scores, ddof=1) / np.sqrt(n))
    return max(0.0, mean - half), min(1.0, mean + half)


# --- means ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mean:
    """A mean of `n` independent values.

    Parameters
    ----------
    mean : float
        NaN if there are no values.
    sd : float
        Their standard deviation, over n - 1; NaN for fewer than two.
    n : int
        How many.
    """

    mean: float
    sd: float
    n: int

    @classmethod
    def of(cls, values: ArrayLike) -> Mean:
        """Return the mean of values."""
        found = np.asarray(values, float)
        if not len(found):
            return cls.of_sums(0, 0, 0)
        apart = found - found[0]  # far from 0, sums of squares would lose the spread
        about = cls.of_sums(len(found), apart.sum(), (apart * apart).sum())
        return replace(about, mean=float(found[0]) + about.mean)

    @classmethod
    def of_sums(cls, n: int, total: float, squares: float) -> Mean:
        """Return the mean of `n` values with this sum and this sum of squares."""
        if n < 1:
            return cls(np.nan, np.nan, 0)
        mean = float(total / n)
        spread = max(0.0, float(squares) - mean * float(total))
        return cls(mean, float(np.sqrt(spread / (n - 1))) if n > 1 else np.nan, int(n))

    @property
    def interval(self) -> tuple[float, float]:
        """Student's 95 % interval; NaN for fewer than two values.

        Where all values are alike it has no width, and says nothing of rare exceptions.
        """
        half = _t(self.n - 1) * self.error
        return self.mean - half, self.mean + half

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return float(self.sd / np.sqrt(self.n)) if self.n > 1 else np.nan

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.mean:.4g} ({low:.4g} to {high:.4g}, n = {self.n})"


# --- differences ------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """How much more one group of games has than another, on average.

    Parameters
    ----------
    mean : float
        Mean of the one less mean of the other.
    low, high : float
        Its 95 % interval.
    p : float
        How often a difference of this size or more comes about where there is none.
    n : int
        Pairs, or games of both groups.
    paired : bool
        Whether the games were compared one by one.
    """

    mean: float
    low: float
    high: float
    p: float
    n: int
    paired: bool

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.low, self.high

    def __str__(self) -> str:
        what = f"{self.n} pairs" if self.paired else f"n = {self.n}"
        spread = f"{self.low:.4g} to {self.high:.4g}, p = {self.p:.3g}"
        return f"{self.mean:.4g} ({spread}, {what})"


def difference(a: ArrayLike | Mean, b: ArrayLike | Mean, paired: bool = False) -> Difference:
    """Return how much more `a` has than `b` on average.

    Parameters
    ----------
    a, b : array_like of float, or Mean
        Values of each group; of equal length if `paired`, which a `Mean` cannot be.
    paired : bool
        Whether value *i* of the one belongs to value *i* of the other: two
        games of one deal. Games that share nothing are not paired.

    Raises
    ------
    ValueError
        For pairs of unequally many values.

    Notes
    -----
    Student's t on the differences if paired, else Welch's (1947), which does
    not want equal spreads: what `scipy.stats.ttest_rel` and ``ttest_ind`` with
    ``equal_var=False`` give.
    """
    if paired:
        here, there = np.asarray(a, float), np.asarray(b, float)
        if here.shape != there.shape:
            raise ValueError(f"{here.shape} and {there.shape}: pairs want equally many values")
        return in_pairs(Mean.of(here - there))
    one, two = (x if isinstance(x, Mean) else Mean.of(x) for x in (a, b))
    u, v = one.error**2, two.error**2
    freedom = (u + v) ** 2 / (u**2 / (one.n - 1) + v**2 / (two.n - 1)) if u + v > 0 else np.nan
    error = float(np.sqrt(u + v))
    return _by_t(one.mean - two.mean, error, freedom, one.n + two.n, paired=False)


def in_pairs(differences: Mean) -> Difference:
    """Return a difference from the mean of the pairs' differences, by Student's t."""
    return _by_t(differences.mean, differences.error, differences.n - 1, differences.n, True)


def scores_in_pairs(differences: Mean, more: int, less: int) -> Difference:
    """Return the difference of two scores, 0–1, that come in pairs of games.

    Parameters
    ----------
    differences : Mean
        Of the first score less the second, pair by pair.
    more, less : int
        Pairs in which the first is the higher, and the lower, one.

    Notes
    -----
    Student's t for the interval; where all pairs differ alike, what Wilson's
    interval leaves open for the others. *p* is of the exact sign test on the
    pairs that differ; without draws that is McNemar's exact test (1947).
    """
    from scipy.stats import binomtest

    found = in_pairs(differences)
    low, high = found.interval
    if not differences.sd > 0:
        open_to = wilson(0, differences.n)[1]
        low, high = found.mean - open_to, found.mean + open_to
    p = binomtest(more, more + less).pvalue if more + less else 1.0
    return Difference(found.mean, max(-1.0, low), min(1.0, high), float(p), found.n, True)


def scores_apart(a: Rate, b: Rate) -> Difference:
    """Return the difference of two rates of independent games.

    Notes
    -----
    Newcombe's interval (1998, his method 10), from Wilson's of both. *p* is of
    Pearson's chi-square test without correction; a draw counts a half for each.
    """
    mean = a.rate - b.rate
    (a_low, a_high), (b_low, b_high) = a.interval, b.interval
    low = mean - float(np.hypot(a.rate - a_low, b_high - b.rate))
    high = mean + float(np.hypot(a_high - a.rate, b.rate - b_low))
    return Difference(mean, low, high, _chi_square(a, b), a.n + b.n, False)


def _chi_square(a: Rate, b: Rate) -> float:
    """Return the p of two rates; 1 where nobody, or everybody, won."""
    from scipy.stats import chi2_contingency

    if not 0 < a.wins + b.wins < a.n + b.n:
        return 1.0
    table = [[rate.wins, rate.n - rate.wins] for rate in (a, b)]
    return float(chi2_contingency(table, correction=False).pvalue)


def _by_t(mean: float, error: float, freedom: float, n: int, paired: bool) -> Difference:
    """Return a difference by Student's t; without any spread the interval has no width."""
    from scipy.special import stdtr

    if not error > 0:
        p = np.nan if np.isnan(error) else float(mean == 0)
        return Difference(mean, mean + 0 * error, mean + 0 * error, p, n, paired)
    half = _t(freedom) * error
    p = 2 * float(stdtr(freedom, -abs(mean) / error))
    return Difference(mean, mean - half, mean + half, p, n, paired)


def _t(freedom: float) -> float:
    """Return how many standard errors Student's 95 % interval reaches to each side."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + CONFIDENCE / 2)) if freedom > 0 else np.nan
