from typing import Any

import numpy as np
import pytest

from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.stability import measures, rate_held
from tests.spark_jobs.cells import MS, numbers, raw_cell

DUE: Numbers = np.arange(1000) * 5 * MS
"""A thousand messages in five seconds."""

ONE_PARTITION = np.zeros(1000, np.int64)
TEN_PARTITIONS = np.arange(1000) % 10


def test_a_constant_delay_a_pause_that_is_caught_up_and_a_slow_start_hold_the_rate() -> None:
    assert rate_held(DUE, DUE + 900 * MS, ONE_PARTITION, 1000) == 100
    paused = np.where((DUE > 3000 * MS) & (DUE < 4000 * MS), 4000 * MS, DUE)
    assert rate_held(DUE, paused + 2 * MS, ONE_PARTITION, 1000) == 100
    assert rate_held(DUE, DUE + 500 * MS - DUE // 20, ONE_PARTITION, 1000) == 100


def test_a_queue_that_grows_holds_its_share_of_the_rate_by_messages_also_those_that_never_arrived() -> None:
    assert rate_held(DUE, DUE * 10 // 9, ONE_PARTITION, 1000) == pytest.approx(90)
    slow = np.where(TEN_PARTITIONS < 3, DUE * 2, DUE + 5 * MS)
    assert rate_held(DUE, slow, TEN_PARTITIONS, 1000) == pytest.approx(0.3 * 50 + 0.7 * 100)
    assert rate_held(DUE[:800], DUE[:800], ONE_PARTITION[:800], 1000) == pytest.approx(80)
    assert np.isnan(rate_held(DUE[:0], DUE[:0], DUE[:0], 1000))
    assert np.isnan(rate_held(numbers(0, 9), numbers(0, 9), numbers(0, 1), 2))


def test_the_messages_with_the_least_delay_in_the_first_and_the_last_third_of_a_partition_count() -> None:
    due, done, partition = [0, 1, 2, 3, 4, 5], [0, 1, 5, 6, 7, 8], [0] * 6
    assert rate_held(numbers(*due), numbers(*done), numbers(*partition), 6) == pytest.approx(100 * 4 / 7)
    early_in_second_third = numbers(5, 6, 2, 8, 9, 10)
    assert rate_held(numbers(*due), early_in_second_third, numbers(*partition), 6) == 100
    due, done, partition = [*due, 0, 5, 5], [*done, 0, 5, 99], [*partition, 1, 1, 2]
    assert rate_held(numbers(*due), numbers(*done), numbers(*partition), 9) == pytest.approx(
        100 * (6 * 4 / 7 + 2 * 1) / 8
    )


def held(step_ns: int = 100 * MS, **settings: Any) -> float | None:
    """The rate that brokers held, of four messages that were due one after another."""
    sent = [(id, 0, id, id * step_ns, id * step_ns + 1, "acked", None) for id in range(4)]
    cell = raw_cell(sent, settings={"rate": 10, "messages": 4, **settings})
    return measures(cell).get("producer_broker_rate_held")


def test_a_rate_is_needed_and_a_third_of_the_time_must_be_as_long_as_a_transaction() -> None:
    assert held(semantics="exactly-once", transaction_ms=100) == 100
    assert held(semantics="exactly-once", transaction_ms=101) is None
    assert held(step_ns=1) == 100
    assert held(rate="unthrottled") is None
