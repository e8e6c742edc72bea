import pytest

from include.verdicts.invalid_rates import InvalidRate, InvalidRates


@pytest.mark.parametrize(
    ("arm", "baseline", "differ"),
    [
        ((0, 40), (0, 40), False),
        ((3, 40), (0, 40), False),
        ((8, 40), (0, 40), True),
        ((0, 40), (8, 40), True),
    ],
)
def test_rates_differ_beyond_chance(arm: tuple[int, int], baseline: tuple[int, int], differ: bool) -> None:
    assert InvalidRates(InvalidRate(*arm), InvalidRate(*baseline)).differ is differ


def test_the_probability_is_that_of_fishers_exact_test_and_without_a_cell_nothing_differs() -> None:
    rates = InvalidRates(InvalidRate(3, 4), InvalidRate(1, 4))
    assert rates.p_value == pytest.approx(0.4857, abs=1e-4)
    assert not InvalidRates(InvalidRate(0, 0), InvalidRate(1, 4)).differ
