from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import KafkaError

from include.consumers.processing import ProcessingConsumer
from include.consumers.received_journal import read_received
from include.load import group_consumer
from include.load.consumer_jobs import ProcessingJob
from include.load.job import Processing
from include.load.message import transform
from include.rawlog.schemas import NEVER_SENT
from tests.load.fakes import FakeConsumer, FakeSignals, Step, events_of
from tests.load.jobs import job_of
from tests.load.messages import delivered, flipped, message, value_of


class Cell:
    """A consumer in a cell of ten messages, and what it has processed and committed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.at_pause: list[tuple[list[int], list[str]]] = []
        """What was processed, and what the client was asked, at each pause."""
        self.signals = FakeSignals(lambda: self.at_pause.append((self.processed, list(self.client.calls))))
        self.client = FakeConsumer(self.signals)
        monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: self.client)

    @property
    def processed(self) -> list[int]:
        job = job_of(ProcessingJob, name="consumer-0", folder=self.folder)
        return list(read_received(job)["id"].to_pylist())

    def run(
        self, *steps: Step, processing: Processing = Processing.PROCESS_FIRST, **changes: Any
    ) -> ProcessingConsumer:
        fields = {"processing": processing, **changes}
        job = job_of(ProcessingJob, name="consumer-0", folder=self.folder, **fields)
        self.client.steps = list(steps)
        program = ProcessingConsumer(job, self.signals)
        program.get_ready()
        self.client.calls.clear()
        program.run()
        return program


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)


BATCHES: list[Step] = [[message(0), message(1)], [message(2), message(3)]]


@pytest.mark.parametrize(
    ("processing", "processed", "calls", "all_calls"),
    [
        (Processing.COMMIT_FIRST, [0, 1], ["commit 0:2", "commit 0:4"], ["commit 0:2", "commit 0:4"]),
        (Processing.PROCESS_FIRST, [0, 1, 2, 3], ["commit 0:2"], ["commit 0:2", "commit 0:4"]),
        (
            Processing.PROCESS_FIRST_ASYNC,
            [0, 1, 2, 3],
            ["commit 0:2 without waiting"],
            ["commit 0:2 without waiting", "commit 0:4 without waiting"],
        ),
        (Processing.AUTO_COMMIT, [0, 1, 2, 3], [], []),
    ],
)
def test_a_fault_strikes_a_batch_between_processing_and_commit(
    cell: Cell, processing: Processing, processed: list[int], calls: list[str], all_calls: list[str]
) -> None:
    cell.run(*BATCHES, processing=processing, pause_after=4)
    assert cell.at_pause == [(processed, calls)]
    assert (cell.processed, cell.client.calls) == ([0, 1, 2, 3], all_calls)


@pytest.mark.parametrize(
    ("processing", "processed"), [(Processing.COMMIT_FIRST, [2, 3]), (Processing.PROCESS_FIRST, [0, 1, 2, 3])]
)
def test_a_refused_commit_is_counted_and_commit_first_does_not_process_what_it_may_not_commit(
    cell: Cell, processing: Processing, processed: list[int]
) -> None:
    cell.client.errors["commit"] = [KafkaError(KafkaError.ILLEGAL_GENERATION)]
    number = len(processed)
    counts = cell.run(*BATCHES, processing=processing).counts()
    assert cell.processed == processed
    assert counts == {"received": number, "different": number, "commits_refused": 1}


def test_auto_commit_pauses_before_processing_when_the_client_has_committed(cell: Cell) -> None:
    cell.client.committed_offsets = [[0], [1], [2]]
    cell.run(*BATCHES, processing=Processing.AUTO_COMMIT, pause_after=2, pauses_before_processing=True)
    assert cell.at_pause == [([], ["committed 0"] * 3)]
    assert cell.processed == [0, 1, 2, 3]


def test_a_program_pauses_once_and_says_what_is_done(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    cell.run(*BATCHES, pause_after=1)
    assert cell.signals.pauses == 1
    assert [event["counts"]["received"] for event in events_of(capsys, "paused")] == [2]


@pytest.mark.parametrize("transformed", [False, True])
def test_a_message_that_is_not_as_it_was_sent_is_recorded_without_id(cell: Cell, transformed: bool) -> None:
    values = [transform(value_of(id)) if transformed else value_of(id) for id in (0, 1)]
    intact, corrupted = delivered(values[0], 0, 0), delivered(flipped(values[1], -1), 0, 1)
    program = cell.run([intact, corrupted, intact], transformed=transformed)
    assert cell.processed == [0, NEVER_SENT, 0]
    assert program.counts() == {"received": 3, "different": 1, "commits_refused": 0}
