import math

import pytest

from include.report.pages.wording import DASH, count, interval, significant


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (58.412, "58.4"), (683.76, "684"), (1234.5, "1,230"), (0.01234, "0.0123"), (9.996, "10.0"), (0, "0"),
        (-1.5, "\N{MINUS SIGN}1.50"), (None, DASH), (math.nan, DASH), (math.inf, DASH),
    ],
)  # fmt: skip
def test_a_value_is_written_with_three_significant_digits(value: float | None, text: str) -> None:
    assert significant(value) == text


def test_a_count_is_written_in_full_and_what_is_missing_is_a_dash() -> None:
    assert count(1_234_567) == "1,234,567"
    assert count(None) == count(math.nan) == count(math.inf) == interval(None, None) == DASH
    assert interval(1, 2.5) == "1.00 to 2.50"
