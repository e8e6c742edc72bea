import numpy as np
import pytest
from scipy import stats

from include.verdicts.trimmed_mean import trimmed

VALUES = np.random.default_rng(5).lognormal(0, 0.4, 23)


@pytest.mark.parametrize(("n", "cut"), [(6, 0), (9, 0), (10, 1), (19, 1), (20, 2), (23, 2)])
def test_a_tenth_at_either_end_is_left_out(n: int, cut: int) -> None:
    values = VALUES[:n]
    mean, error, freedom = trimmed(values)
    assert mean == pytest.approx(np.sort(values)[cut : n - cut].mean())
    winsorised = stats.mstats.winsorize(values, (cut / n, cut / n))
    assert error == pytest.approx(winsorised.std(ddof=1) / (1 - 2 * cut / n) / np.sqrt(n))
    assert freedom == n - 2 * cut - 1


def test_the_last_axis_is_trimmed() -> None:
    rows = VALUES[:20].reshape(2, 10)
    mean, error, freedom = trimmed(rows)
    assert mean.tolist() == [trimmed(row)[0] for row in rows]
    assert error.tolist() == [trimmed(row)[1] for row in rows]
    assert freedom == 7
