"""The consumer and the producer of a copier append to one list, which shows the order of their calls."""

from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import KafkaError, KafkaException

from include.consumers import copy
from include.consumers.copy import Copier
from include.load import group_consumer
from include.load.consumer_jobs import CopyJob
from include.load.job import Processing
from include.load.message import transform
from include.machine.errors import PlatformError
from include.producers.producer_files import transactions_part
from include.producers.transaction_records import transactions_in
from tests.load.fakes import (
    ABORTABLE,
    FENCED,
    RETRIABLE,
    FakeConsumer,
    FakeProducer,
    FakeSignals,
    Step,
    events_of,
)
from tests.load.jobs import job_of
from tests.load.messages import message

TRANSACTIONAL = {"transactional.id": "copier-0"}

TRANSACTION = [
    "begin transaction",
    "produce 0 to copied:0",
    "produce 1 to copied:2",
    "flush",
    "send offsets 0:1 2:2",
    "commit transaction",
]


class Cell:
    """A copier in a cell of ten messages."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.calls: list[str] = []
        self.at_pause: list[list[str]] = []
        self.signals = FakeSignals(lambda: self.at_pause.append(list(self.calls)))
        self.client = FakeConsumer(self.signals, calls=self.calls)
        self.producer = FakeProducer(calls=self.calls)
        monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: self.client)
        monkeypatch.setattr(copy, "Producer", lambda _settings: self.producer)

    def started(self, **changes: Any) -> Copier:
        program = Copier(job_of(CopyJob, name="copier-0", folder=self.folder, **changes), self.signals)
        program.get_ready()
        return program

    def run(self, *steps: Step, **changes: Any) -> Copier:
        program = self.started(**changes)
        self.client.give(0, 2)
        self.client.steps = list(steps)
        self.calls.clear()
        program.run()
        return program


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)


BATCH = [message(0), message(1, partition=2)]


def test_a_copier_fences_earlier_owners_of_its_transactional_id_before_it_joins_its_group(cell: Cell) -> None:
    cell.started(producer_settings=TRANSACTIONAL)
    assert cell.calls == ["metadata of copied", "init transactions", "subscribe t"]


COPY, COMMIT = ["produce 0 to copied:0", "produce 1 to copied:2", "flush"], ["commit 0:1 2:2"]


@pytest.mark.parametrize(
    ("processing", "before", "after"),
    [(Processing.PROCESS_FIRST, COPY, COMMIT), (Processing.COMMIT_FIRST, COMMIT, COPY)],
)
def test_a_batch_is_copied_before_or_after_its_commit_and_a_fault_strikes_in_between(
    cell: Cell, processing: Processing, before: list[str], after: list[str]
) -> None:
    program = cell.run(BATCH, processing=processing, pause_after=2)
    assert cell.producer.values == [transform(copied.value() or b"") for copied in BATCH]
    assert cell.calls == [*before, *after]
    assert cell.at_pause == [before]
    assert program.counts() == {"copied": 2, "commits_refused": 0, "failed": 0, "requests_retried": 0}


@pytest.mark.parametrize(("order", "copies"), [(Processing.COMMIT_FIRST, 0), (Processing.PROCESS_FIRST, 2)])
def test_a_refused_commit_leaves_no_counted_copy(cell: Cell, order: Processing, copies: int) -> None:
    cell.client.errors["commit"] = [KafkaError(KafkaError.ILLEGAL_GENERATION)]
    program = cell.run(BATCH, processing=order)
    assert len(cell.producer.values) == copies
    assert (program.counts()["copied"], program.counts()["commits_refused"]) == (0, 1)


def test_after_a_copy_that_was_not_acknowledged_only_commit_first_goes_on(cell: Cell) -> None:
    cell.producer.outcomes = {1: KafkaError(KafkaError.MSG_SIZE_TOO_LARGE)}
    program = cell.started()
    cell.client.steps = [BATCH]
    with pytest.raises(PlatformError, match=r"a copy was not acknowledged.*Message size too large"):
        program.run()
    assert cell.calls[-1] == "flush"
    assert program.counts() | {"copied": 0, "failed": 1} == program.counts()
    program = cell.run(BATCH, BATCH, processing=Processing.COMMIT_FIRST)
    assert program.counts() | {"copied": 4, "failed": 2} == program.counts()


def test_a_transaction_contains_the_copies_and_the_offsets(cell: Cell) -> None:
    program = cell.run(BATCH, producer_settings=TRANSACTIONAL)
    assert cell.calls == TRANSACTION
    assert program.counts() | {"copied": 2, "transactions": 1, "transactions_aborted": 0} == program.counts()
    [transaction] = transactions_part(cell.folder, "copier-0").to_pylist()
    assert (transaction["outcome"], transaction["messages"]) == ("committed", 2)


def test_a_fault_strikes_before_offsets_are_added(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    cell.run(BATCH, producer_settings=TRANSACTIONAL, pause_after=1)
    assert cell.at_pause == [TRANSACTION[:4]]
    assert [event["counts"]["copied"] for event in events_of(capsys, "paused")] == [0]


@pytest.mark.parametrize(("call", "calls"), [("commit_transaction", 6), ("send_offsets_to_transaction", 5)])
def test_a_transaction_that_must_be_aborted_is_copied_again(cell: Cell, call: str, calls: int) -> None:
    cell.producer.errors[call] = [ABORTABLE]
    counts = cell.run(BATCH, BATCH, producer_settings=TRANSACTIONAL).counts()
    assert cell.calls == [*TRANSACTION[:calls], *("abort transaction", "seek 2:1", "seek 0:0"), *TRANSACTION]
    assert (counts["copied"], counts["transactions_aborted"]) == (2, 1)
    assert counts["commits_refused"] == (call == "send_offsets_to_transaction")


def test_offsets_that_are_not_answered_are_sent_again(cell: Cell) -> None:
    cell.producer.errors["send_offsets_to_transaction"] = [RETRIABLE, RETRIABLE]
    cell.run(BATCH, producer_settings=TRANSACTIONAL)
    assert cell.calls.count("send offsets 0:1 2:2") == 3
    assert cell.calls[-1] == "commit transaction"


def test_a_fenced_copier_gives_up_and_its_transaction_stays_open(cell: Cell) -> None:
    cell.producer.errors["send_offsets_to_transaction"] = [FENCED]
    with pytest.raises(KafkaException, match="fenced"):
        cell.run(BATCH, producer_settings=TRANSACTIONAL)
    assert "abort transaction" not in cell.calls
    [transaction] = transactions_in(cell.folder / "transactions-copier-0.jsonl")
    assert transaction.commit_called_ns is None
