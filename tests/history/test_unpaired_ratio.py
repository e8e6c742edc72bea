import pytest

from include.history.unpaired_ratio import unpaired_ratio

BASELINE = [10.0, 10.4, 9.7, 10.2, 9.9, 10.1]


def test_a_ratio_is_found_with_the_interval_around_it() -> None:
    found = unpaired_ratio([2 * value for value in BASELINE], BASELINE)
    assert found is not None
    assert found.median == pytest.approx(2)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 2 < found.high


def test_five_repetitions_are_too_few() -> None:
    assert unpaired_ratio(BASELINE[:5], BASELINE) is None
    assert unpaired_ratio(BASELINE, BASELINE[:5]) is None


def test_a_corrected_interval_is_wider() -> None:
    values = [20.0, 21.0, 19.5, 20.4, 20.2, 19.7]
    found, corrected = (unpaired_ratio(values, BASELINE, alpha) for alpha in (0.05, 0.05 / 20))
    assert found is not None
    assert corrected is not None
    assert found.low is not None
    assert corrected.low is not None
    assert corrected.low < found.low


def test_a_level_that_the_values_cannot_reach_has_no_interval() -> None:
    found = unpaired_ratio(BASELINE, BASELINE, 0.001)
    assert found is not None
    assert not found.has_interval


def test_equal_values_have_a_ratio() -> None:
    found = unpaired_ratio([20.0] * 6, [10.0] * 6)
    assert found is not None
    assert found.median == 2


def test_nothing_above_zero_has_no_ratio() -> None:
    assert unpaired_ratio([0.0, 0.0], BASELINE) is None
