"""When a rate is one of a ladder, of which it is an outcome whether it is held."""

from typing import Any

import pytest

from include.matrix.plan import is_on_ladder
from include.scenarios.registry import settings_of


@pytest.mark.parametrize(
    ("factors", "expected"),
    [
        ({"semantics": "at-least-once", "rate": 1000}, True),
        ({"semantics": "at-least-once"}, False),
        ({"rate": 1000, "arm": "candidate"}, False),
    ],
)
def test_a_rate_is_on_a_ladder_if_it_is_a_factor_and_no_arms_are_compared(
    factors: dict[str, Any], expected: bool
) -> None:
    assert is_on_ladder(factors, settings_of({"semantics": "at-least-once", "rate": 1000})) is expected


def test_an_unthrottled_load_is_on_no_ladder() -> None:
    settings = settings_of({"semantics": "at-least-once", "rate": "unthrottled"})
    assert not is_on_ladder({"rate": "unthrottled"}, settings)
