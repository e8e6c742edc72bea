from typing import Any

import pytest

from include.matrix.estimate import sending_seconds
from include.scenarios.delivery import DeliverySettings


def settings(semantics: str = "at-least-once", **changes: Any) -> DeliverySettings:
    return DeliverySettings.model_validate({"semantics": semantics, **changes})


@pytest.mark.parametrize(("message_bytes", "rate"), [(128, 65_000), (1024, 19_000)])
def test_the_estimate_of_unthrottled_sending_fits_the_measured_rates(message_bytes: int, rate: int) -> None:
    seconds = sending_seconds(settings(messages=100_000, message_bytes=message_bytes))
    assert 100_000 / seconds == pytest.approx(rate, rel=0.05)


def test_a_rate_up_to_that_of_the_brokers_decides_the_time_and_short_transactions_halve_it() -> None:
    assert sending_seconds(settings(messages=1000, rate=100)) == 10
    assert sending_seconds(settings(rate=1e9)) == sending_seconds(settings())
    ratio = sending_seconds(settings("exactly-once", transaction_ms=10)) / sending_seconds(settings())
    assert 2 < ratio < 2.5
