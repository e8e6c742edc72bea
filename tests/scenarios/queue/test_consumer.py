from pathlib import Path

import pytest

from include.consumers.received_journal import read_received
from include.scenarios.queue.programs.consumer import QueueConsumer, ReceivedBatch
from include.scenarios.queue.programs.jobs import DequeueJob
from tests.load.fakes import FakeSignals, events_of
from tests.load.jobs import job_of
from tests.load.messages import message


class LiteralConsumer(QueueConsumer):
    """Receives literal batches, then stops."""

    def __init__(self, job: DequeueJob, signals: FakeSignals, *batches: list[int]) -> None:
        super().__init__(job, signals)
        self.calls: list[str] = []
        self._stop = signals.stop
        self._batches = list(batches)

    def connect(self) -> None:
        self.calls.append("connect")

    def receive(self) -> ReceivedBatch:
        ids = self._batches.pop(0)
        if not self._batches:
            self._stop()
        return ReceivedBatch([message(id).value() or b"" for id in ids], [1000 + id for id in ids])

    def leave(self) -> None:
        self.calls.append("leave")


def job_in(folder: Path, index: int) -> DequeueJob:
    return job_of(DequeueJob, name=f"consumer-{index}", folder=folder, messages=4, index=index)


def program(folder: Path, *batches: list[int], index: int = 0) -> LiteralConsumer:
    return LiteralConsumer(job_in(folder, index), FakeSignals(), *batches)


def test_every_delivery_is_a_row_of_the_raw_log(tmp_path: Path) -> None:
    empty: list[list[int]] = [[]] * 1000  # so that its CPU time is more than the clock's resolution
    consumer = program(tmp_path, [0, 3], *empty, [1], index=2)
    consumer.run()
    rows = read_received(job_in(tmp_path, 2)).to_pylist()
    assert [(row["id"], row["offset"], row["received_ns"], row["consumer"]) for row in rows] == [
        (0, 0, 1000, 2),
        (3, 1, 1003, 2),
        (1, 2, 1001, 2),
    ]
    counts = consumer.counts()
    assert (counts["received"], counts["different"], counts["corrupted"], counts["foreign"]) == (3, 3, 0, 0)
    assert 0 < counts["receiving_cpu_ns"] <= 1.1 * counts["receiving_ns"]


@pytest.mark.parametrize(("index", "partitions"), [(0, [0]), (1, [])])
def test_the_first_consumer_owns_the_queue_and_each_disconnects_when_it_leaves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], index: int, partitions: list[int]
) -> None:
    consumer = program(tmp_path, [], index=index)
    consumer.get_ready()
    assert [event["partitions"] for event in events_of(capsys, "assigned")] == [partitions]
    consumer.run()
    consumer.leave()
    assert consumer.calls == ["connect", "leave"]


def test_the_last_message_is_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program(tmp_path, [0], [1], [2, 3], [3]).run()
    assert [event["counts"]["different"] for event in events_of(capsys, "progress")] == [1, 4]
