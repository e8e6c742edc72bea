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


def test_three_repetitions_are_too_few_for_an_interval() -> None:
    found = unpaired_ratio(BASELINE[:3], [2 * value for value in BASELINE[:3]])
    assert found is not None
    assert not found.has_interval


def test_the_interval_of_four_repetitions_spans_all_ratios() -> None:
    found = unpaired_ratio([4.0, 5.0, 6.0, 7.0], [1.0, 1.1, 1.2, 1.3])
    assert found is not None
    assert [found.low, found.high] == pytest.approx([4 / 1.3, 7])


def test_equal_values_have_a_ratio() -> None:
    found = unpaired_ratio([20.0] * 6, [10.0] * 6)
    assert found is not None
    assert found.median == 2


def test_nothing_above_zero_has_no_ratio() -> None:
    assert unpaired_ratio([0.0, 0.0], BASELINE) is None
