"""Rates, means and differences with their 95 % intervals and tests, computed with SciPy.

Means and differences are computed from counts, sums and sums of squares, so they
need no single games, however long the run is.

Examples
--------
>>> from stlib.base.stats import Mean, difference
>>> print(Mean.of([50, 52, 57, 61]))
55 (47.1 to 62.9, n = 4)
>>> print(difference([50, 52, 57, 61], [48, 51, 57, 58], paired=True))
1.5 (-0.5543 to 3.554, p = 0.103, 4 pairs)
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stlib.base.checks import shown, whole
from stlib.base.errors import SetupError

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

    Raises
    ------
    SetupError
        If there cannot be so many wins out of so many games.
    """

    wins: float
    n: int

    def __post_init__(self) -> None:
        n = whole("n", self.n, 1)
        if not _between(0, self.wins, n):
            raise SetupError("bad_rate", wins=shown(self.wins), n=n)

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


def _between(least: float, value: float, most: float) -> bool:
    """Return whether a value is a number in a range, both ends included."""
    try:
        return bool(least <= value <= most)
    except (TypeError, ValueError):
        return False


def share(rate: float) -> str:
    """Write a share in percent; only 0 is written as 0 %, and only 1 as 100 %."""
    if 0 < rate < 0.00005:
        return "<0.01%"
    return ">99.99%" if 0.99995 <= rate < 1 else f"{rate:.2%}"


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a binomial rate (Wilson 1927).

    Half wins, which come from draws, make the interval a little too wide.
    """
    from scipy.special import ndtri  # imported here because SciPy takes long to load

    z = float(ndtri(0.5 + CONFIDENCE / 2))
    rate = wins / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * np.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = float(centre - spread) if wins > 0 else 0.0
    return low, float(centre + spread) if wins < n else 1.0


def paired_interval(scores: ArrayLike) -> tuple[float, float]:
    """Return the 95 % interval of the mean score of independent pairs.

    Parameters
    ----------
    scores : array_like of float, shape (pairs,)
        The mean score of each pair, 0–1. A pair is two games of one deal with
        seats swapped.

    Raises
    ------
    SetupError
        If these are no scores, or none at all.

    Notes
    -----
    Student's t over the pairs. If all pairs are alike, Student's t says
    nothing, and Wilson's interval over the pairs is returned instead.
    """
    scores = _numbers(scores)
    if not len(scores) or not _between(0, scores.min(), scores.max()) or scores.max() > 1:
        raise SetupError("bad_scores", value=shown(scores.tolist()))
    n, mean = len(scores), float(np.mean(scores))
    if n < 2 or np.ptp(scores) == 0:
        return wilson(mean * n, n)
    half = _t(n - 1) * float(np.std(scores, ddof=1) / np.sqrt(n))
    return max(0.0, mean - half), min(1.0, mean + half)


def _numbers(values: Any) -> np.ndarray:
    """Return values as an array of floats, shape (n,), or SetupError if they are none."""
    try:
        found = np.asarray(values, float)
    except (TypeError, ValueError) as why:
        raise SetupError("not_values", value=shown(values)) from why
    if found.ndim != 1:
        raise SetupError("not_values", value=shown(values))
    return found


class _Figures:
    """Equal figures are equal objects, also where they are unknown: NaN."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return tuple("nan" if x != x else x for x in astuple(self))  # type: ignore[call-overload]


# --- means ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Mean(_Figures):
    """A mean of `n` independent values.

    Parameters
    ----------
    mean : float
        NaN if there are no values.
    sd : float
        Their standard deviation (divided by n - 1); NaN for fewer than two values.
    n : int
        Number of values.
    """

    mean: float
    sd: float
    n: int

    @classmethod
    def of(cls, values: ArrayLike) -> Mean:
        """Return the mean of values."""
        found = _numbers(values)
        if not len(found):
            return cls.of_sums(0, 0, 0)
        apart = found - found[0]  # sums of squares of large numbers would lose the spread
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

        If all values are equal, its width is 0. That says nothing about rare exceptions.
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


@dataclass(frozen=True, eq=False)
class Difference(_Figures):
    """The mean of one group of games less the mean of another.

    Parameters
    ----------
    mean : float
        The difference.
    low, high : float
        Its 95 % interval.
    p : float
        Probability of a difference at least as large if there is no true difference.
    n : int
        Number of pairs, or of games in both groups together.
    paired : bool
        Whether the games were compared in pairs.
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
    """Return the mean of `a` less the mean of `b`.

    Parameters
    ----------
    a, b : array_like of float, or Mean
        Values of each group. If `paired`, they are of equal length and cannot
        be given as `Mean`.
    paired : bool
        Whether value *i* of the one belongs to value *i* of the other, such as
        two games of one deal. Games that share nothing are not paired.

    Raises
    ------
    SetupError
        If these are no numbers, or pairs of different lengths.

    Notes
    -----
    Student's t on the differences if they are paired (as
    `scipy.stats.ttest_rel`). Otherwise Welch's test (1947), which does not
    assume equal spreads (as ``ttest_ind`` with ``equal_var=False``).
    """
    if paired:
        here, there = _numbers(a), _numbers(b)
        if here.shape != there.shape:
            raise SetupError("unequal_pairs", one=len(here), other=len(there))
        return in_pairs(Mean.of(here - there))
    one, two = (x if isinstance(x, Mean) else Mean.of(x) for x in (a, b))
    u, v = one.error**2, two.error**2
    freedom = (u + v) ** 2 / (u**2 / (one.n - 1) + v**2 / (two.n - 1)) if u + v > 0 else np.nan
    error = float(np.sqrt(u + v))
    return _by_t(one.mean - two.mean, error, freedom, one.n + two.n, paired=False)


def in_pairs(differences: Mean) -> Difference:
    """Return the difference of paired values, by Student's t, from their differences."""
    return _by_t(differences.mean, differences.error, differences.n - 1, differences.n, True)


def scores_in_pairs(differences: Mean, more: int, less: int) -> Difference:
    """Return the difference of two scores, 0–1, of games that come in pairs.

    Parameters
    ----------
    differences : Mean
        Mean of the first score less the second, pair by pair.
    more, less : int
        Number of pairs in which the first score is higher, and lower.

    Notes
    -----
    The interval is Student's. If all pairs differ by the same amount, its width
    comes from Wilson's interval for pairs that would differ otherwise. *p* is
    that of the exact sign test on the pairs that differ. Without draws, this is
    McNemar's exact test (1947).
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
    Newcombe's interval (1998, method 10), which combines Wilson's intervals of
    both rates. *p* is that of Pearson's chi-square test without correction; a
    draw counts a half for each.
    """
    mean = a.rate - b.rate
    (a_low, a_high), (b_low, b_high) = a.interval, b.interval
    low = mean - float(np.hypot(a.rate - a_low, b_high - b.rate))
    high = mean + float(np.hypot(a_high - a.rate, b.rate - b_low))
    return Difference(mean, low, high, _chi_square(a, b), a.n + b.n, False)


def _chi_square(a: Rate, b: Rate) -> float:
    """Return the p of two rates; 1 if nobody won, or everybody."""
    from scipy.stats import chi2_contingency

    if not 0 < a.wins + b.wins < a.n + b.n:
        return 1.0
    table = [[rate.wins, rate.n - rate.wins] for rate in (a, b)]
    return float(chi2_contingency(table, correction=False).pvalue)


def _by_t(mean: float, error: float, freedom: float, n: int, paired: bool) -> Difference:
    """Return a difference by Student's t; without any spread, the interval has width 0."""
    from scipy.special import stdtr

    if not error > 0:
        p = np.nan if np.isnan(error) else float(mean == 0)
        return Difference(mean, mean + 0 * error, mean + 0 * error, p, n, paired)
    half = _t(freedom) * error
    p = 2 * float(stdtr(freedom, -abs(mean) / error))
    return Difference(mean, mean - half, mean + half, p, n, paired)


def _t(freedom: float) -> float:
    """Return half the width of Student's 95 % interval, in standard errors."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + CONFIDENCE / 2)) if freedom > 0 else np.nan
