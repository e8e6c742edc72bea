from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import CLIENTS, FAULT_SETTINGS, ids, manifest_of, measured, rows
from tests.e2e.clients import plant, with_each_client

pytestmark = pytest.mark.brokers

clients = pytest.mark.clients

JAVA = CLIENTS["java"]

EXACTLY_ONCE = {"semantics": "exactly-once"}


def run_single_cell(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    factors = {"semantics": [settings.pop("semantics")]}
    return measured(run, cluster, factors, "copy", **{**FAULT_SETTINGS, **settings})


def first_copier(run: Path) -> ProgramRecord:
    return next(program for program in manifest_of(run).programs if program.name == "copier-0")


@with_each_client
@pytest.mark.parametrize("semantics", ["at-most-once", "at-least-once", "exactly-once"])
def test_every_message_is_copied_once_without_a_fault(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any], semantics: str
) -> None:
    cell = run_single_cell(run, embedded, semantics=semantics, **client)
    assert ids(run, "received") == list(range(client["messages"]))
    assert (cell.guarantee, cell.metrics["corrupted"], cell.metrics["phantom"]) == (Verdict.KEPT, 0, 0)
    copier = first_copier(run)
    assert copier.counts["copied"] == client["messages"]
    if semantics == "exactly-once":
        check_record_of_transactions(copier, rows(run, "transactions"))


def check_record_of_transactions(copier: ProgramRecord, recorded: list[dict[str, Any]]) -> None:
    """A copier records its transactions, and the settings of both of its clients."""
    assert {transaction["outcome"] for transaction in recorded} == {"committed"}
    assert sum(transaction["messages"] for transaction in recorded) == copier.counts["copied"]
    assert copier.counts["transactions"] == len(recorded) > 10
    assert (copier.counts["transactions_aborted"], copier.counts["failed"]) == (0, 0)
    assert copier.client_settings["consumer.isolation.level"] == "read_committed"
    assert copier.client_settings["producer.transactional.id"]


EXACT: dict[str, float] = {"lost": 0, "duplicated": 0, "phantom": 0}


@with_each_client
@pytest.mark.parametrize(
    ("semantics", "fault", "counts", "violation"),
    [
        ("at-most-once", "kill-before-processing", {"duplicated": 0}, "lost"),
        ("at-least-once", "kill-before-commit", {"lost": 0}, "duplicated"),
        ("exactly-once", "kill-before-commit", {**EXACT, "transactions_aborted": 1}, None),
        # beside the same fault in test_faults.py, whose coordinator is that of a producer
        pytest.param("exactly-once", "kill-coordinator", EXACT, None, marks=clients),
    ],
)
def test_a_copier_whose_fault_strikes_violates_only_what_it_may(
    run: Path,
    embedded: EmbeddedCluster,
    client: dict[str, Any],
    semantics: str,
    fault: str,
    counts: dict[str, float],
    violation: str | None,
) -> None:
    cell = run_single_cell(run, embedded, semantics=semantics, fault=fault, **client)
    assert cell.guarantee is Verdict.KEPT
    assert {name: cell.metrics[name] for name in counts} == counts
    assert violation is None or cell.metrics[violation]


@with_each_client
def test_what_a_paused_and_replaced_copier_still_commits_is_refused(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    cell = run_single_cell(run, embedded, **EXACTLY_ONCE, fault="freeze-consumer", **client)
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    assert first_copier(run).counts["commits_refused"] >= 1


@clients
def test_one_of_two_copiers_can_be_paused_and_replaced(run: Path, embedded: EmbeddedCluster) -> None:
    settings = {**EXACTLY_ONCE, **CLIENTS["librdkafka"], "copiers": 2}
    cell = run_single_cell(run, embedded, **settings, fault="freeze-consumer")
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    names = [program.name for program in manifest_of(run).programs]
    assert [name for name in names if name.startswith("copier")] == ["copier-0", "copier-1", "copier-2"]


Planted = tuple[str, str, str, dict[str, Any], str]

PLANTED: dict[str, Planted] = {
    "commits the offsets before the transaction": (
        "Copier.java",
        "transactions.begin(copied);",
        "commit(messages); transactions.begin(copied);",
        {**EXACTLY_ONCE, "fault": "kill-before-commit"},
        "lost",
    ),
    "commits offsets without saying which member of the group it is": (
        "Copier.java",
        "consumer.membership()",
        'new org.apache.kafka.clients.consumer.ConsumerGroupMetadata(job.text("topic"))',
        {**EXACTLY_ONCE, "fault": "freeze-consumer"},
        "duplicated",
    ),
    "leaves messages out": (
        "Copier.java",
        "byte[] value = Transformation",
        "if (message.offset() % 500 == 499) continue;\n            byte[] value = Transformation",
        {"semantics": "at-least-once"},
        "lost",
    ),
    "copies what it should transform": (
        "Copier.java",
        "Transformation.of(message.value())",
        "message.value()",
        {"semantics": "at-least-once"},
        "corrupted",
    ),
}
"""Mistakes in the Java copier: the file, the code, the code in its place, the cell, and what it finds."""


@clients
@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_copier_with_a_mistake_is_found(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch, planted: Planted
) -> None:
    file, code, mistake, cell, violation = planted
    plant(tmp_path, monkeypatch, file, code, mistake)
    measured_cell = run_single_cell(tmp_path / "run", embedded, **cell, **JAVA)
    assert measured_cell.metrics[violation]
    assert measured_cell.guarantee is Verdict.BROKEN


@clients
def test_a_copier_that_leaves_transactions_out_of_its_journal_is_found_by_their_messages(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the mistake transactions contain all messages, as check_record_of_transactions asserts."""
    record = "private void record(Transaction transaction) {"
    mistake = f"{record} if (transaction.number % 10 == 9) return;"
    plant(tmp_path, monkeypatch, "Transactions.java", record, mistake)
    run_single_cell(tmp_path / "run", embedded, **EXACTLY_ONCE, **JAVA)
    assert (
        sum(transaction["messages"] for transaction in rows(tmp_path / "run", "transactions"))
        < JAVA["messages"]
    )


@clients
def test_a_copier_that_records_a_commit_before_it_commits_is_found_by_the_missing_abort(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the mistake a copier that is killed within a transaction aborts it, as asserted above."""
    begun = "open = new Transaction(current(), System.nanoTime(), position);"
    early = f"{begun} open.commitCalledNs = open.begunNs; open.outcome = Transaction.COMMITTED;"
    plant(tmp_path, monkeypatch, "Transactions.java", begun, early)
    cell = run_single_cell(tmp_path / "run", embedded, **EXACTLY_ONCE, fault="kill-before-commit", **JAVA)
    assert cell.metrics["transactions_aborted"] == 0


@clients
def test_a_copier_whose_client_does_not_return_is_replaced_and_copies_exactly_once(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    sending = "sendingOffsets.call(() ->"
    hung = f'if (job.text("name").equals("copier-0")) sendingOffsets.call(signals::awaitStop);\n{sending}'
    plant(tmp_path, monkeypatch, "Copier.java", sending, hung)
    cell = run_single_cell(tmp_path / "run", embedded, **EXACTLY_ONCE, **JAVA)
    assert (cell.guarantee, cell.metrics["replaced"]) == (Verdict.KEPT, 1)
