import pytest

from include.rendering.estimate import Estimate, estimate


def test_the_interval_of_ten_values_goes_from_the_second_to_the_ninth() -> None:
    assert estimate([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) == Estimate(5.5, 2, 9, 10)


def test_no_values_have_no_median() -> None:
    with pytest.raises(ValueError, match="no median"):
        estimate([])


def test_a_median_of_fewer_than_six_values_has_no_interval() -> None:
    assert Estimate(2, 1, 3, 6).ends == (1, 3)
    assert Estimate(2, None, None, 5).ends is None
