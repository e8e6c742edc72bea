"""Estimates and the ends of intervals as the report words them."""

import pytest

from include.report.cost_differences import figure
from include.verdicts.compared_quantities import DELIVERED_P50, THROUGHPUT, Quantity


@pytest.mark.parametrize(
    ("value", "quantity", "text"),
    [
        (1.234, THROUGHPUT, "1.23"),
        (0.1234, THROUGHPUT, "0.12"),
        (0.001234, THROUGHPUT, "0.0012"),
        (73.4, DELIVERED_P50, "73"),
        (0.04, DELIVERED_P50, "0.0"),
    ],
)
def test_a_small_ratio_keeps_two_digits(value: float, quantity: Quantity, text: str) -> None:
    assert figure(value, quantity) == text
