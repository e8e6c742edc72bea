from pathlib import Path
from typing import Any

import pytest

from include.rawlog.schemas import TransactionOutcome
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.results.measured_cell import MeasuredCell
from tests.rawlog.sealing import seal_again, seal_rows
from tests.spark_jobs.arrays import MS

CREATED = [0, 500, 1000, 1500, 2000, 2500]
"""When six messages were created, in ms; two a second, of which the first second is the lead-in."""

LATENCY = [900, 800, 10, 20, 30, 40]
"""Of each message, in ms: to its acknowledgement, and again to its receipt."""


def sent(message: int) -> tuple[Any, ...]:
    created = CREATED[message] * MS
    return message, 0, message, created, created + LATENCY[message] * MS, "acked", message


def received(message: int) -> tuple[Any, ...]:
    return message, 0, message, (CREATED[message] + 2 * LATENCY[message]) * MS, 0


def transaction(number: int) -> tuple[Any, ...]:
    begun = CREATED[number] * MS
    return number, begun, begun + 5 * MS, begun + (5 + LATENCY[number]) * MS, 1, TransactionOutcome.COMMITTED


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cell of six messages, the first of which was lost."""
    rows = range(len(CREATED))
    return seal_rows(
        tmp_path / "cell",
        sent=[sent(message) for message in rows],
        received=[received(message) for message in rows[1:]],
        transactions=[transaction(number) for number in rows],
    )


def measured(folder: Path, lead_in_seconds: float) -> MeasuredCell:
    seal_again(folder, message_bytes=1024, rate=2, messages=6, lead_in_seconds=lead_in_seconds)
    return measure_cell(folder)


def test_latencies_and_rates_begin_after_the_lead_in_whose_violations_are_counted(folder: Path) -> None:
    cell = measured(folder, 1)
    metrics = cell.metrics
    assert metrics["producer_broker_latency_max"] == 40
    assert metrics["producer_consumer_latency_mean"] == 50
    assert metrics["producer_consumer_total_time"] == pytest.approx(1.58)
    assert metrics["producer_broker_rate"] == pytest.approx(4 / 1.54)
    assert metrics["sending_rate"] == pytest.approx(2)
    assert metrics["consumption_rate"] == pytest.approx(3 / (2.58 - 1.02))
    assert metrics["commit_latency"] == 25
    assert (metrics["sent"], metrics["acked"], metrics["received"], metrics["lost"]) == (6, 6, 5, 1)
    assert metrics["transactions"] == 6
    assert metrics["producer_broker_latency_p99_with_lead_in"] == 895
    rows = cell.tables["timelines"].to_pylist()
    assert (rows[0]["at"], rows[0]["acked"], rows[0]["delivered"]) == (0, 1, 1)
    assert sum(row["acked"] for row in rows) == 4
    assert measured(folder, 0).metrics["producer_broker_latency_p99_with_lead_in"] is None


def measured_without_rate(folder: Path, lead_in_seconds: float) -> dict[str, float | None]:
    seal_again(folder, message_bytes=1024, messages=1000, lead_in_seconds=lead_in_seconds)
    return measure_cell(folder).metrics


def test_without_a_rate_the_lead_in_is_what_was_created_in_its_time_but_at_most_half(folder: Path) -> None:
    metrics = measured_without_rate(folder, 1)
    assert metrics["producer_broker_latency_max"] == 40
    assert metrics["sending_rate"] == pytest.approx(2)
    assert metrics["lost"] == 1
    assert measured_without_rate(folder, 60)["producer_broker_latency_mean"] == 30
    assert measured_without_rate(folder, 2.1)["producer_broker_latency_mean"] == 30
