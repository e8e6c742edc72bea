"""In which order messages are processed and committed, and at which point a fault strikes."""

from pathlib import Path
from typing import Any, cast

import pytest
from confluent_kafka import KafkaError

from include.consumers.processing import ProcessingConsumer
from include.consumers.processing_journal import read_journal
from include.load_runtime import group_consumer
from include.load_runtime.job import ProcessingJob
from include.load_runtime.message import transform
from include.load_runtime.processing import Processing
from include.load_runtime.signals import ProgramSignals
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import (
    FakeConsumer,
    FakeMessage,
    FakeSignals,
    Step,
    events_of,
    flipped,
    message,
    value_of,
)
from tests.load_runtime.jobs import job_of

LOST = KafkaError(KafkaError.ILLEGAL_GENERATION)


class Cell:
    """A consumer in a cell of ten messages, and what it has processed and committed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, processing: Processing) -> None:
        self.folder = folder
        self.processing = processing
        self.at_pause: list[tuple[list[int], list[str]]] = []
        """What was processed, and what the client was asked, at each pause."""
        self.signals = FakeSignals(lambda: self.at_pause.append((self.processed, list(self.client.calls))))
        self.client = FakeConsumer(self.signals)
        monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: self.client)

    @property
    def processed(self) -> list[int]:
        ids: list[int] = read_journal(self.folder / "consumer-0.journal", 0, 1)["id"].to_pylist()
        return ids

    def run(self, *steps: Step, **changes: Any) -> ProcessingConsumer:
        fields = {"processing": self.processing, **changes}
        job = job_of(ProcessingJob, name="consumer-0", folder=self.folder, **fields)
        self.client.steps = list(steps)
        program = ProcessingConsumer(job, cast("ProgramSignals", self.signals))
        program.get_ready()
        self.client.calls.clear()
        program.run()
        program.write()
        return program


@pytest.fixture
def commit_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch, Processing.COMMIT_FIRST)


@pytest.fixture
def process_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch, Processing.PROCESS_FIRST)


@pytest.fixture
def auto_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch, Processing.AUTO_COMMIT)


BATCHES: list[Step] = [[message(0), message(1)], [message(2), message(3)]]


def test_commit_first_commits_each_batch_and_then_processes_it(commit_first: Cell) -> None:
    commit_first.run(*BATCHES, pause_after=4)
    assert commit_first.at_pause == [([0, 1], ["commit 0:2", "commit 0:4"])]
    assert commit_first.processed == [0, 1, 2, 3]


def test_commit_first_does_not_process_what_it_may_not_commit(commit_first: Cell) -> None:
    commit_first.client.errors["commit"] = [LOST]
    program = commit_first.run(*BATCHES)
    assert commit_first.processed == [2, 3]
    assert program.counts() == {"received": 2, "different": 2, "commits_refused": 1}


def test_process_first_processes_each_batch_and_then_commits_it(process_first: Cell) -> None:
    process_first.run(*BATCHES, pause_after=4)
    assert process_first.at_pause == [([0, 1, 2, 3], ["commit 0:2"])]
    assert process_first.client.calls == ["commit 0:2", "commit 0:4"]


def test_process_first_counts_a_commit_that_is_refused(process_first: Cell) -> None:
    process_first.client.errors["commit"] = [LOST]
    program = process_first.run(*BATCHES)
    assert program.counts() == {"received": 4, "different": 4, "commits_refused": 1}


def test_process_first_async_waits_for_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Cell(tmp_path, monkeypatch, Processing.PROCESS_FIRST_ASYNC)
    cell.run(*BATCHES, pause_after=4)
    assert cell.at_pause == [([0, 1, 2, 3], ["commit 0:2 without waiting"])]
    assert cell.client.calls[-1] == "commit 0:4 without waiting"


def test_auto_commit_processes_and_leaves_commits_to_the_client(auto_commit: Cell) -> None:
    auto_commit.run(*BATCHES, pause_after=2)
    assert auto_commit.at_pause == [([0, 1], [])]
    assert auto_commit.processed == [0, 1, 2, 3]
    assert auto_commit.client.calls == []


def test_auto_commit_pauses_before_processing_when_the_client_has_committed(auto_commit: Cell) -> None:
    auto_commit.client.committed_offsets = [[0], [1], [2]]
    auto_commit.run(*BATCHES, pause_after=2, pauses_before_processing=True)
    assert auto_commit.at_pause == [([], ["committed 0"] * 3)]
    assert auto_commit.processed == [0, 1, 2, 3]


def test_a_program_pauses_once_and_says_what_it_has_done_by_then(
    process_first: Cell, capsys: pytest.CaptureFixture[str]
) -> None:
    process_first.run(*BATCHES, pause_after=1)
    assert process_first.signals.pauses == 1
    assert [event["counts"]["received"] for event in events_of(capsys, "paused")] == [2]


def test_a_message_that_is_not_as_it_was_sent_is_recorded_without_an_id(process_first: Cell) -> None:
    corrupted = FakeMessage(flipped(value_of(1), -1), 0, 1)
    program = process_first.run([message(0), corrupted, message(0)])
    assert process_first.processed == [0, NEVER_SENT, 0]
    assert program.counts() == {"received": 3, "different": 1, "commits_refused": 0}


def test_a_message_that_was_copied_has_the_transformed_content(process_first: Cell) -> None:
    copied = FakeMessage(transform(value_of(5)), 0, 0)
    process_first.run([copied, message(6)], transformed=True)
    assert process_first.processed == [5, NEVER_SENT]
