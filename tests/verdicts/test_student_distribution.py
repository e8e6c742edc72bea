import numpy as np
import pytest
from scipy import stats

from include.verdicts.student_distribution import detectable_errors, power, t_quantile


def test_the_quantile_is_students_and_the_power_the_share_of_tests_with_the_right_direction() -> None:
    assert t_quantile(0.975, 5) == pytest.approx(2.5706, abs=1e-4)
    assert t_quantile(0.9, 7) == pytest.approx(stats.t.ppf(0.9, 7))
    beyond = stats.t.ppf(0.975, 7)
    assert power(3.0, 0.05, 7) == pytest.approx(stats.nct.sf(beyond, 7, 3.0))
    assert power(-3.0, 0.05, 7) == power(3.0, 0.05, 7)
    assert power(0.0, 0.05, 7) == pytest.approx(0.025)


@pytest.mark.parametrize("share", [0.8, 0.9])
def test_a_difference_of_so_many_errors_is_found_with_the_power(share: float) -> None:
    errors = detectable_errors(0.05, share, 11)
    assert power(errors, 0.05, 11) == pytest.approx(share)
    assert np.isfinite(errors)
