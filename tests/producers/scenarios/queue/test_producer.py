from pathlib import Path
from typing import cast

import pyarrow.parquet as pq

from include.load_runtime.message import read_header
from include.load_runtime.payload import Filler
from include.load_runtime.scenarios.queue.jobs import EnqueueJob
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import ProgramSignals
from include.producers.scenarios.queue.producer import QueueProducer
from include.producers.sent_log import SentLog


class Begun:
    """A program's life from when it was told to begin."""

    stopping = False

    def wait_for_begin(self) -> None:
        pass


class Server:
    """Notes what it is handed, and acknowledges it when it is asked to settle."""

    def __init__(self, log: SentLog) -> None:
        self.batches: list[list[int]] = []
        self.settled_at: list[int] = []
        self._log = log
        self._end = 0

    def connect(self) -> None:
        pass

    def send(self, first: int, values: list[bytes]) -> None:
        self.batches.append([read_header(value).id for value in values])
        self._end = first + len(values)

    def settle(self) -> None:
        self.settled_at.append(self._end)
        self._log.acknowledged(0, self._end, 2**62)

    def close(self) -> None:
        pass


def run(folder: Path, messages: int, at_once: int) -> Server:
    job = EnqueueJob(
        name="producer",
        folder=folder,
        topic="queue",
        cell=1,
        messages=messages,
        client_settings={},
        message_bytes=40,
        filler=Filler.RANDOM,
        filler_seed=1,
        partitions=1,
        batch_bytes=1,
        most_per_request=1,
        linger_ms=0,
        buffered_messages=1,
        system=System.REDIS_LIST,
        address="127.0.0.1:1",
        batch_messages=at_once,
    )
    log = SentLog.new(messages)
    server = Server(log)
    program = QueueProducer(job, cast("ProgramSignals", Begun()), server, log)
    program.run()
    program.write()
    assert program.counts() == {"sent": messages, "acked": messages, "failed": 0, "unknown": 0}
    return server


def test_messages_go_in_batches_and_each_tenth_is_there_before_the_next_begins(tmp_path: Path) -> None:
    server = run(tmp_path, messages=50, at_once=3)
    assert server.batches[:2] == [[0, 1, 2], [3, 4]]
    assert [message for batch in server.batches for message in batch] == list(range(50))
    assert server.settled_at == list(range(5, 55, 5))


def test_what_was_sent_is_written_as_any_producers(tmp_path: Path) -> None:
    run(tmp_path, messages=7, at_once=100)
    sent = pq.read_table(tmp_path / "sent-producer.parquet")
    assert sent["id"].to_pylist() == list(range(7))
    assert sent["outcome"].to_pylist() == ["acked"] * 7
    assert pq.read_table(tmp_path / "transactions-producer.parquet").num_rows == 0
