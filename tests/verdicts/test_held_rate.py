from typing import Any

import pytest

from include.verdicts.held_rate import (
    CellRate,
    Limit,
    is_held,
    is_held_by_most,
    main_limit,
    rate_not_held,
    why_not_compared,
)


def rate(acknowledged: float | None = 100, received: float | None = 100, **facts: Any) -> CellRate:
    return CellRate(acknowledged, received, **facts)


def test_a_cell_holds_its_rate_by_one_percent_has_no_limit_then_and_a_treatment_by_most_cells() -> None:
    assert is_held(99.0)
    assert not is_held(98.99)
    assert rate().is_held
    assert rate(received=None).is_held
    assert not rate(acknowledged=98).is_held
    assert not rate(received=98).is_held
    assert rate(None, None).is_held is None
    assert is_held_by_most(4, 6)
    assert not is_held_by_most(3, 6)
    assert not is_held_by_most(0, 0)
    assert rate(**BUSY_GENERATOR).limit is None
    assert rate(None, None, **BUSY_GENERATOR).limit is None


COMMITS = {"commit_ms": 40, "transaction_ms": 10}
"""With these, commits hold the producer up for four fifths of the time."""

BUSY_GENERATOR = {"python_cpu": 0.95, "lateness_ms": 800}


@pytest.mark.parametrize(
    ("cell", "limit"),
    [
        (rate(90, 90), Limit.BROKERS),
        (rate(100, 90), Limit.CONSUMERS),
        (rate(100, 90, is_acknowledged_by_client=True), Limit.RECEIPTS),
        (rate(100, 90, is_acknowledged_by_client=True, consumer_cpu=0.9), Limit.RECEIPTS),
        (rate(100, 90, is_acknowledged_by_client=True, consumer_cpu=0.95), Limit.CONSUMERS),
        (rate(None, 90), Limit.CONSUMERS),
        (rate(90, 90, lateness_ms=2.1), Limit.GENERATOR),
        (rate(90, 90, python_cpu=0.91), Limit.GENERATOR),
        (rate(90, 90, python_cpu=0.91, commit_ms=40), Limit.GENERATOR),
        (rate(90, 90, lateness_ms=6, python_cpu=0.1, **COMMITS), Limit.BROKERS),
        (rate(90, 90, lateness_ms=6, python_cpu=0.2, **COMMITS), Limit.GENERATOR),
        (rate(90, 90, cores_busy=0.91, lateness_ms=30), Limit.CORES),
        (rate(90, 90, cores_busy=0.99, **BUSY_GENERATOR), Limit.GENERATOR),
        (rate(90, 90, cores_busy=0.9, lateness_ms=2.0, python_cpu=0.9), Limit.BROKERS),
    ],
)
def test_a_cell_that_did_not_hold_its_rate_has_a_limit(cell: CellRate, limit: Limit) -> None:
    assert cell.limit is limit


def test_the_most_frequent_limit_counts_and_of_equal_ones_that_which_says_least_of_the_brokers() -> None:
    assert main_limit([Limit.BROKERS, Limit.GENERATOR, Limit.BROKERS]) is Limit.BROKERS
    assert main_limit([Limit.BROKERS, Limit.GENERATOR]) is Limit.GENERATOR
    assert main_limit([]) is None


def test_treatments_are_compared_if_transactions_last_long_enough_and_latencies_if_rates_are_held() -> None:
    assert why_not_compared(None, None) == ""
    assert why_not_compared(100, 90) == ""
    assert why_not_compared(1000, 356.4) == "its transactions lasted 356 ms, and 1000 ms were requested"
    assert why_not_compared(100, 89.9) == "its transactions lasted 89.9 ms, and 100 ms were requested"
    assert why_not_compared(100, None) == why_not_compared(1, None) == "no transaction was committed"
    assert rate_not_held([99, 100, None], "its") == ""
    assert rate_not_held([], "its") == ""
    assert rate_not_held([98.9, *[100] * 3], "its") == ""
    reason = rate_not_held([98.9, 98.9, *[100] * 4], "its")
    assert reason == "its rate was not held in 2 of 6 cells"
    assert rate_not_held([98.9, 100], "its") == "its rate was not held in 1 of 2 cells"
    assert rate_not_held([98.9, 100, 50], "its") == "its rate was not held in 2 of 3 cells"
