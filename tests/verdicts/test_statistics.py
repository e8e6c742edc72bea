import numpy as np
import pytest
from scipy import stats

from include.verdicts.bounds import both_bounds, upper_bound
from include.verdicts.comparison.student_distribution import detectable_errors, power, t_quantile


def test_the_upper_bound_is_above_the_share_that_was_seen_and_at_most_one() -> None:
    assert upper_bound(0, 1000) == pytest.approx(3 / 1000, rel=0.01)
    assert upper_bound(0, 0) is None
    assert upper_bound(5, 100) == pytest.approx(0.1022, abs=1e-4)
    assert upper_bound(7, 5) == 1.0
    assert both_bounds(0, 0) == (0.0, 1.0)


def test_both_bounds_are_those_of_clopper_and_pearson() -> None:
    for happened, bounds in {0: (0.0, 0.3085), 3: (0.0667, 0.6525), 10: (0.6915, 1.0)}.items():
        assert both_bounds(happened, 10) == pytest.approx(bounds, abs=1e-4)


def test_the_quantile_is_students_and_the_power_the_share_of_tests_with_the_right_direction() -> None:
    assert t_quantile(0.975, 5) == pytest.approx(2.5706, abs=1e-4)
    assert t_quantile(0.9, 7) == pytest.approx(stats.t.ppf(0.9, 7))
    assert power(3.0, 0.05, 7) == pytest.approx(stats.nct.sf(stats.t.ppf(0.975, 7), 7, 3.0))
    assert power(-3.0, 0.05, 7) == power(3.0, 0.05, 7)
    assert power(0.0, 0.05, 7) == pytest.approx(0.025)


@pytest.mark.parametrize("share", [0.8, 0.9])
def test_a_difference_of_so_many_errors_is_found_with_the_power(share: float) -> None:
    errors = detectable_errors(0.05, share, 11)
    assert power(errors, 0.05, 11) == pytest.approx(share)
    assert np.isfinite(errors)
