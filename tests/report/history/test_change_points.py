import pytest

from include.report.history.change_points import FEWEST_POINTS, change_points

NOISE = [0.0, 0.3, -0.2, 0.1, -0.3, 0.2, 0.0, -0.1, 0.3, -0.2, 0.1, -0.1, 0.2, -0.3]


def test_changes_of_level_are_seen_at_their_index_in_their_order() -> None:
    values = [(10 if place < 6 else 13) + noise for place, noise in enumerate(NOISE)]
    (point,) = change_points(values)
    assert point.index == 6
    assert point.change == pytest.approx(0.3, abs=0.03)
    (point,) = change_points([10.0] * 6 + [12.0] * 6)
    assert (point.index, point.p) == (6, 0)
    values = [level + noise for level in (10, 14, 9) for noise in NOISE]
    first, second = change_points(values)
    assert (first.index, second.index) == (len(NOISE), 2 * len(NOISE))
    assert first.after == pytest.approx(14, abs=0.1)
    assert second.before == first.after


def test_neither_noise_nor_a_constant_nor_a_short_series_has_a_change_point() -> None:
    assert change_points([10 + noise for noise in NOISE]) == []
    assert change_points([10.0] * 20) == []
    assert change_points([10 + noise for noise in NOISE] + [12.0, 12.0]) == []
    values = [(10 if place < 5 else 20) + noise for place, noise in enumerate(NOISE)]
    assert change_points(values[: FEWEST_POINTS - 1]) == []
    assert len(change_points(values[:FEWEST_POINTS])) == 1
