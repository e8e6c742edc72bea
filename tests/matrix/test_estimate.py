from datetime import timedelta
from typing import Any

import pytest

from include.matrix.estimate import CELL_OVERHEAD_SECONDS, estimate, sending_seconds
from include.matrix.load import load
from include.matrix.plan import Cell
from include.matrix.planning import make_plan
from include.scenarios.delivery.settings import DeliverySettings


def settings(semantics: str = "at-least-once", **given: Any) -> DeliverySettings:
    return DeliverySettings.model_validate({"semantics": semantics, **given})


def test_the_thesis_takes_about_a_quarter_of_an_hour() -> None:
    time = estimate(make_plan(load("thesis"), "run").cells)
    assert timedelta(minutes=15) < time < timedelta(minutes=25)


def test_the_cells_of_cost_take_less_than_four_minutes() -> None:
    time = estimate(make_plan(load("cost"), "run").cells)
    assert timedelta(minutes=3) < time < timedelta(minutes=4)


def test_cells_run_one_after_another() -> None:
    cell = Cell(id="a.r01", treatment="a", block=1, order=0, settings=settings(messages=1))
    assert estimate([cell] * 4).total_seconds() == pytest.approx(4 * CELL_OVERHEAD_SECONDS, abs=0.01)


@pytest.mark.parametrize(("message_bytes", "rate"), [(128, 65_000), (1024, 19_000)])
def test_the_estimate_of_unthrottled_sending_fits_the_measured_rates(message_bytes: int, rate: int) -> None:
    seconds = sending_seconds(settings(messages=100_000, message_bytes=message_bytes))
    assert 100_000 / seconds == pytest.approx(rate, rel=0.05)


def test_a_fixed_rate_decides_the_time() -> None:
    assert sending_seconds(settings(messages=1000, rate=100)) == 10


def test_a_rate_above_that_of_the_brokers_takes_as_long_as_unthrottled() -> None:
    assert sending_seconds(settings(rate=1e9)) == sending_seconds(settings())


def test_transactions_of_ten_milliseconds_more_than_halve_the_rate() -> None:
    ratio = sending_seconds(settings("exactly-once", transaction_ms=10)) / sending_seconds(settings())
    assert 2 < ratio < 2.5
