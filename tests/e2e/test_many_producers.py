from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pytest

from bench.raw_logs import read_table
from include.clusters.embedded.cluster import EmbeddedCluster
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import folder_of, measured

pytestmark = pytest.mark.brokers

CLIENTS = ["librdkafka", pytest.param("java", marks=pytest.mark.clients)]


@pytest.mark.parametrize("client", CLIENTS)
def test_producers_with_transactions_of_their_own_send_every_message_once_and_in_order(
    run: Path, embedded: EmbeddedCluster, client: str
) -> None:
    load: dict[str, Any] = {"producers": 3, "rate": 500, "partitions": 2, "transaction_ms": 50}
    factors: dict[str, list[Any]] = {"semantics": ["exactly-once"]}
    cell = measured(run, embedded, factors, client=client, lead_in_seconds=2, **load)
    assert cell.guarantee is Verdict.KEPT
    counts = [cell.metrics[name] for name in ("acked", "received", "duplicated", "out_of_order")]
    assert counts == [2000, 2000, 0, 0]
    folder = folder_of(run)
    sent = read_table(folder, "sent.parquet")
    producer_of = pc.subtract(sent["id"], pc.multiply(pc.divide(sent["id"], 3), 3))
    transaction_of = pc.subtract(sent["transaction"], pc.multiply(pc.divide(sent["transaction"], 3), 3))
    assert pc.all(pc.equal(producer_of, pc.cast(transaction_of, "int64"))).as_py()
    transactions = read_table(folder, "transactions.parquet")["transaction"]
    assert len(transactions) == len(transactions.unique())
    assert set(sent["transaction"].to_pylist()) <= set(transactions.to_pylist())


def test_the_successor_of_a_killed_leader_keeps_the_order_of_each_producer(
    run: Path, embedded: EmbeddedCluster
) -> None:
    fault: dict[str, Any] = {"fault": "kill-leader", "fault_after": 0.25, "fault_until": 0.5}
    load: dict[str, Any] = {"producers": 4, "rate": 400, "partitions": 3, "request_timeout_ms": 2_000}
    factors: dict[str, list[Any]] = {"semantics": ["idempotent"]}
    cell = measured(run, embedded, factors, **load, **fault)
    assert cell.guarantee is Verdict.KEPT
    assert (cell.metrics["acked"], cell.metrics["gone"]) == (2000, 0)
