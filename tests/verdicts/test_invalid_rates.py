import pytest

from include.verdicts.regression import InvalidRate, InvalidRates


def test_rates_differ_beyond_chance_by_fishers_exact_test_and_without_a_cell_nothing_does() -> None:
    rates = [((0, 40), (0, 40)), ((3, 40), (0, 40)), ((8, 40), (0, 40)), ((0, 40), (8, 40)), ((0, 0), (1, 4))]
    compared = [InvalidRates(InvalidRate(*arm), InvalidRate(*baseline)) for arm, baseline in rates]
    assert [pair.differ for pair in compared] == [False, False, True, True, False]
    assert InvalidRates(InvalidRate(1, 1), InvalidRate(0, 19)).differ  # the probability is 1/20
    assert InvalidRates(InvalidRate(3, 4), InvalidRate(1, 4)).p_value == pytest.approx(0.4857, abs=1e-4)
