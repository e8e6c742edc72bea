import pytest

from include.verdicts.bounds import both_bounds, upper_bound


def test_the_upper_bound_is_above_the_share_that_was_seen_and_at_most_one() -> None:
    assert upper_bound(0, 1000) == pytest.approx(3 / 1000, rel=0.01)
    assert upper_bound(0, 0) is None
    assert upper_bound(5, 100) == pytest.approx(0.1022, abs=1e-4)
    assert upper_bound(7, 5) == 1.0
    assert both_bounds(0, 0) == (0.0, 1.0)


def test_both_bounds_are_those_of_clopper_and_pearson() -> None:
    for happened, bounds in {0: (0.0, 0.3085), 3: (0.0667, 0.6525), 10: (0.6915, 1.0)}.items():
        assert both_bounds(happened, 10) == pytest.approx(bounds, abs=1e-4)
