"""Delivery cells without a fault, with Kafka's Java client and with older releases of librdkafka."""

from pathlib import Path
from typing import Any

import pytest

from include.clusters.admin_client import admin
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import JAVA, ids, manifest_of, measured, measured_in_containers, rows

pytestmark = pytest.mark.brokers

clients = pytest.mark.clients
MESSAGES = JAVA["messages"]


CELLS: dict[str, dict[str, Any]] = {
    "at most once": {"semantics": "at-most-once"},
    "at least once": {"semantics": "at-least-once", "rate": 1000},
    "idempotent": {"semantics": "idempotent", "filler": "text"},
    "exactly once": {"semantics": "exactly-once", "transaction_ms": 10, "rate": 1000},
    "commits first": {"semantics": "at-most-once", "processing": "commit-first", "rate": 1000},
    "processes first": {"semantics": "at-least-once", "processing": "process-first", "rate": 1000},
    "commits later": {"semantics": "at-least-once", "processing": "process-first-async", "rate": 1000},
    "commits by itself": {"semantics": "at-least-once", "processing": "auto-commit", "rate": 1000},
    "librdkafka 2.0.2": {"semantics": "exactly-once", "client": "librdkafka-2.0.2"},
    "librdkafka 2.10.1": {"semantics": "exactly-once", "client": "librdkafka-2.10.1"},
}
"""The settings of cells without a fault, with the Java client unless they name another client."""


@clients
@pytest.mark.parametrize("settings", CELLS.values(), ids=CELLS)
def test_every_message_arrives_once(run: Path, embedded: EmbeddedCluster, settings: dict[str, Any]) -> None:
    cell = measured(run, embedded, **{**JAVA, **settings})
    assert ids(run, "sent") == ids(run, "received") == list(range(MESSAGES))
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["lost"]) == (Verdict.KEPT, MESSAGES, 0)
    assert (cell.metrics["duplicated"], cell.metrics["corrupted"], cell.metrics["phantom"]) == (0, 0, 0)


@clients
def test_a_program_is_warm_when_it_begins_and_leaves_no_topic(run: Path, embedded: EmbeddedCluster) -> None:
    settings: dict[str, Any] = {"rate": 1000, "transaction_ms": 50, "processing": "process-first"}
    measured(run, embedded, semantics="exactly-once", **JAVA, **settings)
    counts = manifest_of(run).programs[-1].counts
    assert counts["sending_compiler_cpu_ns"] < 0.2 * counts["sending_ns"]
    topics = admin(embedded.access).list_topics(timeout=10).topics
    assert not [name for name in topics if ".warmup." in name]


def test_the_producer_records_counts_and_settings(run: Path, embedded: EmbeddedCluster) -> None:
    measured(run, embedded, semantics="exactly-once", **JAVA, rate=1000, transaction_ms=50)
    consumer, producer = manifest_of(run).programs
    transactions = rows(run, "transactions")
    assert producer.counts["transactions"] == len(transactions) > 2
    assert {transaction["outcome"] for transaction in transactions} == {"committed"}
    assert sum(row["messages"] for row in transactions) == producer.counts["acked"] == MESSAGES
    assert producer.counts["lateness_p99_ns"] >= producer.counts["lateness_p50_ns"] >= 0
    assert producer.counts["sending_cpu_ns"] > 0
    assert producer.client_settings["enable.idempotence"] == "true"
    assert producer.client_settings["max.request.size"] == "1048576"
    assert consumer.counts["different"] == MESSAGES
    assert consumer.client_settings["isolation.level"] == "read_committed"


@pytest.mark.containers
def test_it_runs_in_containers(run: Path, compose_cluster: ComposeCluster) -> None:
    settings: dict[str, Any] = {**JAVA, "processing": "process-first", "compression": "zstd"}
    cell = measured_in_containers(run, compose_cluster, semantics="exactly-once", **settings)
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["lost"]) == (Verdict.KEPT, MESSAGES, 0)
    assert (manifest_of(run).runner.image or "").startswith("kerran/kafka:")
