import pytest

from include.verdicts.paired_differences import ALPHA
from include.verdicts.regression import InvalidRate, chance_of_difference


def test_rates_differ_beyond_chance_by_fishers_exact_test_and_without_a_cell_nothing_does() -> None:
    rates = [((0, 40), (0, 40)), ((3, 40), (0, 40)), ((8, 40), (0, 40)), ((0, 40), (8, 40)), ((0, 0), (1, 4))]
    chances = [chance_of_difference(InvalidRate(*arm), InvalidRate(*baseline)) for arm, baseline in rates]
    assert [chance <= ALPHA for chance in chances] == [False, False, True, True, False]
    assert chance_of_difference(InvalidRate(1, 1), InvalidRate(0, 19)) <= ALPHA  # the probability is 1/20
    chance = chance_of_difference(InvalidRate(3, 4), InvalidRate(1, 4))
    assert chance == pytest.approx(0.4857, abs=1e-4)
