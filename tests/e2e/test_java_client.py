"""Delivery cells with Kafka's Java client, on real brokers.

test_faults.py has the faults under which both clients give the same verdicts, and test_copy.py the copiers.
"""

from pathlib import Path
from typing import Any

import pytest

from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import admin
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import (
    CLIENTS,
    FAULT_SETTINGS,
    JAVA,
    ids,
    manifest_of,
    measured,
    measured_in_containers,
    rows,
)
from tests.e2e.clients import plant

pytestmark = pytest.mark.brokers

clients = pytest.mark.clients

MESSAGES = JAVA["messages"]


def run_single_cell(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    semantics = settings.pop("semantics")
    return measured(run, cluster, {"semantics": [semantics]}, **{**JAVA, **settings})


CELLS: dict[str, dict[str, Any]] = {
    "at most once": {"semantics": "at-most-once"},
    "at least once": {"semantics": "at-least-once", "rate": 1000},
    "idempotent": {"semantics": "idempotent", "filler": "text"},
    "exactly once": {"semantics": "exactly-once", "transaction_ms": 10, "rate": 1000},
}


@clients
@pytest.mark.parametrize("settings", CELLS.values(), ids=CELLS)
def test_every_message_arrives_once(run: Path, embedded: EmbeddedCluster, settings: dict[str, Any]) -> None:
    cell = run_single_cell(run, embedded, **settings)
    assert ids(run, "sent") == ids(run, "received") == list(range(MESSAGES))
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["lost"]) == (Verdict.KEPT, MESSAGES, 0)
    assert (cell.metrics["duplicated"], cell.metrics["corrupted"], cell.metrics["phantom"]) == (0, 0, 0)


@clients
def test_a_program_is_warm_before_its_first_message_and_leaves_no_topic(
    run: Path, embedded: EmbeddedCluster
) -> None:
    settings: dict[str, Any] = {"rate": 1000, "transaction_ms": 50, "processing": "process-first"}
    run_single_cell(run, embedded, semantics="exactly-once", **settings)
    counts = manifest_of(run).programs[-1].counts
    assert counts["sending_compiler_cpu_ns"] < 0.2 * counts["sending_ns"]
    topics = admin(embedded.access).list_topics(timeout=10).topics
    assert not [name for name in topics if ".warmup." in name]


def test_the_producer_records_counts_and_settings(run: Path, embedded: EmbeddedCluster) -> None:
    run_single_cell(run, embedded, semantics="exactly-once", rate=1000, transaction_ms=50)
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


@clients
@pytest.mark.parametrize(
    ("processing", "semantics"),
    [
        ("commit-first", "at-most-once"),
        ("process-first", "at-least-once"),
        ("process-first-async", "at-least-once"),
        ("auto-commit", "at-least-once"),
    ],
)
def test_every_message_is_processed_once_without_a_fault(
    run: Path, embedded: EmbeddedCluster, processing: str, semantics: str
) -> None:
    cell = run_single_cell(run, embedded, semantics=semantics, processing=processing, rate=1000)
    assert ids(run, "received") == list(range(MESSAGES))
    assert (cell.guarantee, cell.metrics["duplicated"]) == (Verdict.KEPT, 0)


@clients
@pytest.mark.parametrize(
    ("struck", "aborted"),
    [
        ({"fault": "kill-producer"}, 1),
        ({"fault": "kill-leader"}, None),
        ({"fault": "freeze-producer", "transaction_timeout_ms": 5000}, None),
    ],
)
def test_exactly_once_holds_under_a_fault(
    run: Path, embedded: EmbeddedCluster, struck: dict[str, Any], aborted: int | None
) -> None:
    settings = {**FAULT_SETTINGS, **CLIENTS["java"], **struck}
    cell = run_single_cell(run, embedded, semantics="exactly-once", **settings)
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    assert aborted in (None, cell.metrics["transactions_aborted"])


Planted = tuple[str, str, str, str]

PLANTED: dict[str, Planted] = {
    "the consumer leaves every thousandth message out of its log": (
        "Journal.java",
        "entries.putLong(isIntact ?",
        "if (id % 1000 == 999) continue;\n            entries.putLong(isIntact ?",
        "lost",
    ),
    "the producer leaves every thousandth message out of its log": (
        "SentLog.java",
        "enqueued.put(message, nowNs);",
        "if (message % 1000 != 999) enqueued.put(message, nowNs);",
        "phantom",
    ),
}
"""Mistakes in a Java program: its file, the code, the code in its place, and the violation that it costs."""


@clients
@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_program_that_records_something_else_than_it_did_is_found(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch, planted: Planted
) -> None:
    file, code, mistake, violation = planted
    plant(tmp_path, monkeypatch, file, code, mistake)
    cell = run_single_cell(tmp_path / "run", embedded, semantics="at-least-once")
    assert cell.metrics[violation] == MESSAGES // 1000
    assert cell.guarantee is Verdict.BROKEN


@clients
def test_a_producer_that_records_acknowledgements_before_it_sends_is_found_by_the_missing_duplicates(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Honest records make a killed producer's successor send 50 messages again: see test_faults.py."""
    handed_over = "enqueued.put(message, nowNs);"
    early = f"{handed_over} acked.put(message, nowNs); outcome.put(message, ACKED);"
    plant(tmp_path, monkeypatch, "SentLog.java", handed_over, early)
    settings = {**FAULT_SETTINGS, **CLIENTS["java"], "fault": "kill-producer"}
    cell = run_single_cell(tmp_path / "run", embedded, semantics="at-least-once", **settings)
    assert (cell.metrics["sent_again"], cell.metrics["duplicated"]) == (0, 0)


@pytest.mark.containers
def test_it_runs_in_containers(run: Path, compose_cluster: ComposeCluster) -> None:
    settings: dict[str, Any] = {**JAVA, "processing": "process-first", "compression": "zstd"}
    cell = measured_in_containers(run, compose_cluster, {"semantics": ["exactly-once"]}, **settings)
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["lost"]) == (Verdict.KEPT, MESSAGES, 0)
    assert (manifest_of(run).runner.image or "").startswith("kerran/kafka:")
