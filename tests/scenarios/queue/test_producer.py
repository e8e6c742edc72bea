from array import array
from pathlib import Path
from time import monotonic_ns
from typing import Any

import numpy as np

from include.producers.producer_files import sent_parts, transactions_part
from include.producers.sent_log import SentLog
from include.scenarios.queue.programs.jobs import EnqueueJob
from include.scenarios.queue.programs.producer import QueueProducer
from include.scenarios.queue.servers.rabbitmq_server.producer import Confirms
from tests.load.fakes import FakeSignals
from tests.load.jobs import job_of
from tests.load.messages import id_of
from tests.producers.sent_logs import new_log


class RecordingProducer(QueueProducer):
    """Records what it is to send, and acknowledges it when it settles."""

    def __init__(self, job: EnqueueJob) -> None:
        super().__init__(job, FakeSignals())
        self.batches: list[list[int]] = []
        self.settled_at: list[int] = []
        self._end = 0

    def get_ready(self) -> None:
        pass

    def send(self, first: int, values: list[bytes]) -> None:
        self.batches.append([id_of(value) for value in values])
        self._end = first + len(values)

    def settle(self) -> None:
        self.settled_at.append(self._end)
        self.log.acknowledged(0, self._end, 2**62)

    def leave(self) -> None:
        pass


def run(folder: Path, messages: int, batch_messages: int, **changes: Any) -> RecordingProducer:
    settings = {"messages": messages, "batch_messages": batch_messages, **changes}
    producer = RecordingProducer(job_of(EnqueueJob, name="producer", folder=folder, **settings))
    producer.run()
    return producer


def test_messages_are_sent_in_batches_and_each_tenth_is_settled_before_the_next(tmp_path: Path) -> None:
    producer = run(tmp_path, messages=50, batch_messages=3)
    counts = producer.counts()
    assert (counts["sent"], counts["acked"], counts["failed"], counts["unknown"]) == (50, 50, 0, 0)
    assert producer.batches[:2] == [[0, 1, 2], [3, 4]]
    assert [message for batch in producer.batches for message in batch] == list(range(50))
    assert producer.settled_at == list(range(5, 55, 5))
    [sent] = sent_parts(tmp_path, "producer")
    assert (sent["id"].to_pylist(), set(sent["outcome"].to_pylist())) == (list(range(50)), {"acked"})
    assert transactions_part(tmp_path, "producer").num_rows == 0


def test_a_producer_with_a_time_stops_after_it_and_records_the_time_after_the_lead_in(tmp_path: Path) -> None:
    began_ns = monotonic_ns()
    times = {"sending_seconds": 1.0, "untimed_seconds": 0.1}
    producer = run(tmp_path, messages=2_000_000, batch_messages=10, **times)
    counts = producer.counts()
    assert 0 < counts["sent"] == counts["acked"] < 2_000_000
    assert len(producer.settled_at) == 10
    assert producer.settled_at[-1] == counts["sent"]
    assert 0 < counts["sending_ns"] <= monotonic_ns() - began_ns - 100_000_000
    assert 0 < counts["sending_cpu_ns"] <= 1.1 * counts["sending_ns"]


def outcomes(log: SentLog) -> str:
    """The first letter of each message's outcome: acked, failed, unknown."""
    rows = log.table(np.flatnonzero(log.attempted()))["outcome"].to_pylist()
    return "".join(outcome[0] for outcome in rows)


def test_a_confirm_is_for_one_message_or_for_all_up_to_it_that_were_not_rejected() -> None:
    log = new_log(8)
    log.created_ns[:] = array("q", [0] * 8)
    log.handed_over(array("q", range(8)), 0)
    confirms = Confirms(log)
    confirms.acknowledged(5, multiple=False)
    assert outcomes(log) == "uuuuauuu"
    confirms.rejected(4, multiple=False)
    confirms.acknowledged(7, multiple=True)
    assert outcomes(log) == "aaafaaau"
    assert log.reported == 7
