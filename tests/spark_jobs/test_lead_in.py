import pytest

from include.rawlog.schemas import TransactionOutcome
from include.spark_jobs.measures.cell_measures import measured
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.registry import rows_of
from tests.spark_jobs.cells import MS, raw_cell

CREATED = [0, 500, 1000, 1500, 2000, 2500]
"""When six messages were created, in ms; two a second, of which the first second is the lead-in."""

LATENCY = [900, 800, 10, 20, 30, 40]
"""Of each message, in ms: to its acknowledgement, and again to its receipt."""


def cell(lead_in_seconds: float) -> RawCell:
    """A cell of six messages, the first of which was lost, each in a transaction of its own."""
    sent, received, transactions = [], [], []
    for id, (created, latency) in enumerate(zip(CREATED, LATENCY, strict=True)):
        acked = created + latency
        sent.append((id, 0, id, created * MS, acked * MS, "acked", id))
        received.append((id, 0, id, (acked + latency) * MS, 0))
        times = (created * MS, (created + 5) * MS, (acked + 5) * MS)
        transactions.append((id, *times, 1, TransactionOutcome.COMMITTED))
    settings = {"rate": 2, "messages": 6, "lead_in_seconds": lead_in_seconds}
    return raw_cell(sent, received[1:], transactions, settings=settings)


def test_latencies_and_rates_begin_after_the_lead_in_whose_violations_are_counted() -> None:
    metrics = measured(cell(1))
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
    rows = rows_of(cell(1))["timelines"].to_pylist()
    assert (rows[0]["at"], rows[0]["acked"], rows[0]["delivered"]) == (0, 1, 1)
    assert sum(row["acked"] for row in rows) == 4
    assert measured(cell(0))["producer_broker_latency_p99_with_lead_in"] is None
