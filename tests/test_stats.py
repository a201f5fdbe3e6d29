"""Intervals and tests agree with SciPy and the papers, and stay wide if there is little data."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from stlib.base.errors import SetupError
from stlib.base.stats import (
    Mean,
    Rate,
    difference,
    in_pairs,
    paired_interval,
    scores_apart,
    scores_in_pairs,
    wilson,
)

RNG = np.random.default_rng(4)
A, B = RNG.normal(60, 5, 40), RNG.normal(62, 9, 40)


def close(found, expected):
    assert found == pytest.approx(tuple(expected), rel=1e-9)


def test_a_mean_has_students_interval():
    """The interval is SciPy's, from the values or from their sums."""
    expected = scipy_stats.ttest_1samp(A, 0).confidence_interval(0.95)
    for mean in (Mean.of(A), Mean.of_sums(len(A), A.sum(), (A * A).sum())):
        close(mean.interval, expected)
        close((mean.mean, mean.sd), (A.mean(), A.std(ddof=1)))


@pytest.mark.parametrize("values", [[], [3]])
def test_of_too_few_values_nothing_is_known(values):
    """No interval from one value, no mean from none."""
    mean = Mean.of(values)
    assert np.isnan(mean.interval).all()
    assert np.isnan(mean.mean) == (not values)


def test_values_that_are_all_alike_have_no_spread():
    """Large equal numbers get no spread from rounding errors."""
    mean = Mean.of_sums(10**7, 61 * 10**7, 61 * 61 * 10**7)
    assert mean.sd == 0
    assert mean.interval == (61, 61)


def test_a_mean_far_from_zero_keeps_its_spread():
    """The spread of large numbers is not lost, and equal fractions have none."""
    mean = Mean.of([1e9, 1e9 + 1, 1e9 + 2])
    assert (mean.mean, mean.sd) == (1e9 + 1, 1)
    assert Mean.of([0.1] * 10) == Mean(0.1, 0.0, 10)


def test_pairs_of_unequally_many_values_are_refused():
    """One value is not paired with each of the others."""
    for other in ([1], [1, 2, 3]):
        with pytest.raises(ValueError, match="equally many"):
            difference([1, 2], other, paired=True)


@pytest.mark.parametrize(
    ("ask", "named"),
    [
        (lambda: Rate(5, 0), "n must be .* not 0"),
        (lambda: Rate(5, 4), "4 games cannot have 5 wins"),
        (lambda: Rate(-1, 4), "-1 wins"),
        (lambda: Rate(float("nan"), 4), "nan wins"),
        (lambda: Rate("1", 4), "'1' wins"),
        (lambda: Rate(1, 4.0), "not 4.0"),
        (lambda: Mean.of(None), "None is not a list"),
        (lambda: Mean.of("12"), "'12' is not a list"),
        (lambda: Mean.of([[1, 2]]), "is not a list"),
        (lambda: difference([1, 2], ["a", "b"]), "'a', 'b'"),
        (lambda: difference([1, 2], [[1, 2]], paired=True), "is not a list"),
        (lambda: paired_interval([]), r"not \[\]"),
        (lambda: paired_interval([0.5, 2]), "2.0"),
        (lambda: paired_interval([0.5, float("nan")]), "nan"),
    ],
)
def test_what_is_no_number_is_named(ask, named):
    """An error of this project, with the value."""
    with pytest.raises(SetupError, match=named):
        ask()


def test_differences_are_scipys():
    """Pairs by Student's t, groups by Welch's."""
    for found, expected in (
        (difference(A, B, paired=True), scipy_stats.ttest_rel(A, B)),
        (difference(A, B[:17]), scipy_stats.ttest_ind(A, B[:17], equal_var=False)),
        (difference(Mean.of(A), Mean.of(B)), scipy_stats.ttest_ind(A, B, equal_var=False)),
    ):
        close((*found.interval, found.p), (*expected.confidence_interval(0.95), expected.pvalue))
    assert difference(A, B, paired=True).n == 40
    assert difference(A, B[:17]).n == 57


def test_pairs_that_differ_by_the_same_have_an_interval_without_width():
    """It is said as it is; where nothing differs, p is 1."""
    found = difference([5, 6, 7], [4, 5, 6], paired=True)
    assert (*found.interval, found.p) == (1, 1, 0)
    assert difference([5, 6], [5, 6], paired=True).p == 1
    assert np.isnan(in_pairs(Mean.of([2])).interval).all()


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090)],
)
def test_two_rates_have_newcombes_interval(a, b, low, high):
    """Examples of his paper of 1998, table II, method 10."""
    found = scores_apart(Rate(*a), Rate(*b))
    assert found.interval == pytest.approx((low, high), abs=5e-5)
    table = [[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]
    assert found.p == scipy_stats.chi2_contingency(table, correction=False).pvalue


@pytest.mark.parametrize("wins", [0, 10])
def test_rates_that_leave_nothing_to_tell_apart(wins):
    """If nobody or everybody won, the difference is 0, and it still has an interval."""
    found = scores_apart(Rate(wins, 10), Rate(2 * wins, 20))
    assert (found.mean, found.p) == (0, 1)
    assert found.low < -0.1
    assert found.high > 0.1


@pytest.mark.parametrize("n", [1, 7, 1000, 123457])
def test_wilsons_interval_ends_at_none_and_at_all(n):
    """Without a win it begins at exactly 0, without a loss it ends at exactly 1; else inside."""
    none, every = Rate(0, n).interval, Rate(n, n).interval
    assert none[0] == 0
    assert every[1] == 1
    assert 0 < none[1] < 1
    assert none[1] == pytest.approx(1 - every[0], rel=1e-9)
    if n > 1:
        low, high = Rate(1, n).interval
        assert 0 < low < 1 / n < high < 1


def test_scores_in_pairs_are_tested_by_their_signs():
    """McNemar's exact test: 15 pairs one way, 5 the other, 80 alike."""
    apart = np.repeat([1, -1, 0], [15, 5, 80])
    found = scores_in_pairs(Mean.of(apart), 15, 5)
    assert found.p == scipy_stats.binomtest(15, 20).pvalue == pytest.approx(0.041389, abs=1e-6)
    close(found.interval, scipy_stats.ttest_1samp(apart, 0).confidence_interval(0.95))


@pytest.mark.parametrize(("apart", "low", "high"), [(0, -0.0370, 0.0370), (1, 0.9630, 1)])
def test_pairs_that_are_all_alike_leave_wilsons_doubt(apart, low, high):
    """A hundred pairs of one kind do not say that there is no other."""
    found = scores_in_pairs(Mean.of([apart] * 100), 100 * apart, 0)
    assert found.interval == pytest.approx((low, high), abs=5e-5)
    assert (found.p == 1) == (apart == 0)


def test_intervals_hold_what_they_promise():
    """In 95 of 100 experiments (plus or minus 2) the interval contains the true value."""
    covered, rng = np.zeros(4), np.random.default_rng(9)
    for _ in range(800):
        deal = rng.random(60)
        one, other = (deal + rng.random((2, 60)) < [[1.1], [0.9]]).astype(float)
        truth = 0.595 - 0.405
        apart = one - other
        found = scores_in_pairs(Mean.of(apart), (apart > 0).sum(), (apart < 0).sum())
        covered[0] += found.low <= truth <= found.high
        found = difference(one, other, paired=True)
        covered[1] += found.low <= truth <= found.high
        alone = rng.random(50) < 0.405
        found = scores_apart(Rate(one.sum(), 60), Rate(alone.sum(), 50))
        covered[2] += found.low <= truth <= found.high
        low, high = paired_interval((one + 1 - other) / 2)
        covered[3] += low <= 0.5 + truth / 2 <= high
    assert (abs(covered / 800 - 0.95) < 0.02).all(), covered / 800


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 49, 100, 1000])
def test_the_interval_reaches_0_without_a_win_and_1_without_a_loss(n):
    """Exactly: rounding leaves no share below 0, and none that says some games must be won."""
    assert wilson(0, n)[0] == 0
    assert wilson(n, n)[1] == 1
