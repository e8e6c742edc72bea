"""Drive a fresh cluster until its throughput stands still.

The brokers are JVMs: what runs first is interpreted, then compiled, then compiled again, and a cold cluster
is three to five times slower than a warm one. The first cells would measure that.
"""

import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from confluent_kafka import Consumer, KafkaException, Producer
from pydantic import BaseModel, ConfigDict

from include.clusters.cluster import Access, Cluster, ClusterError
from include.clusters.topics import create_topic, delete_topic

FILE = "warm_up.json"

PARTITIONS = 9
MESSAGE = bytes(range(256)) * 4
"""1 KiB."""

HALF = 0.5
"""Seconds of sending in a window's plain half, and in its transactional half."""

TRANSACTION = 0.1
"""Seconds of sending in a transaction."""

LONGEST = 60.0
"""Seconds after which it ends, steady or not: three brokers' compilers have a minute of work, or more."""

TOLERANCE = 0.15

PRODUCER = {
    "acks": "all",
    # As the cells send: at once, in batches of Java's default size, so that requests are many.
    "linger.ms": 0,
    "batch.size": 16384,
    # More would not warm the brokers faster: a partition's next request waits for the one before anyway, and
    # meanwhile the client turns round and round, on CPU time that the brokers' compilers need.
    "max.in.flight.requests.per.connection": 1,
    "delivery.report.only.error": True,
    # Enough for full batches. Short, since a transaction ends when all that is queued was acknowledged, for
    # which a cold broker takes its time.
    "queue.buffering.max.messages": 2000,
    "log_level": 0,
    "allow.auto.create.topics": False,
}

CONSUMER = {"auto.offset.reset": "earliest", "isolation.level": "read_committed", "log_level": 0}


class Window(BaseModel):
    """About a second of driving: messages acknowledged, without and with transactions, and in what time.

    ``broker_seconds`` is the CPU time that the brokers took, None where they are not this machine's.
    """

    model_config = ConfigDict(frozen=True)

    plain: int
    transactional: int
    seconds: float
    broker_seconds: float | None

    @property
    def rate(self) -> float:
        """Messages for a second of the brokers' work; other work on the machine doesn't count against it."""
        return (self.plain + self.transactional) / (self.broker_seconds or self.seconds)


class WarmUp(BaseModel):
    """How the warm-up went; ``steady`` is whether throughput stood still when it ended."""

    model_config = ConfigDict(frozen=True)

    seconds: float
    steady: bool
    received: int
    windows: list[Window]


def warm_up(cluster: Cluster, folder: Path, longest: float = LONGEST) -> WarmUp:
    """Produce and consume until throughput stands still, and log it in ``warm_up.json`` in the folder.

    It ends after ``longest`` seconds, or one window more, whether throughput stands still or not.

    Raises:
        ClusterError: a broker is gone, or messages can't be delivered.
    """
    started = time.monotonic()
    topic = f"warm-up-{uuid.uuid4()}"
    replication = min(3, cluster.record().brokers)
    create_topic(cluster.access, topic, PARTITIONS, replication, {})
    try:
        with _reading(cluster.access, topic) as received:
            windows = _drive(cluster, topic, started + longest)
    except KafkaException as error:
        cluster.check()
        raise ClusterError(f"the warm-up failed: {error.args[0].str()}") from error
    finally:
        delete_topic(cluster.access, topic)
    result = WarmUp(
        seconds=time.monotonic() - started,
        steady=stands_still([window.rate for window in windows]),
        received=sum(received),
        windows=windows,
    )
    (folder / FILE).write_text(result.model_dump_json(indent=2), encoding="utf-8")
    return result


def stands_still(rates: Sequence[float]) -> bool:
    """Whether the last three rates are no longer above the three before them.

    Medians of three, since single windows differ by a quarter on a busy machine; no longer above means by
    less than 15 %.
    """
    before, last = sorted(rates[-6:-3]), sorted(rates[-3:])
    return len(rates) >= 6 and last[1] < before[1] * (1 + TOLERANCE)


def _drive(cluster: Cluster, topic: str, end: float) -> list[Window]:
    plain = Producer({**cluster.access.settings, **PRODUCER})
    transactional = Producer({**cluster.access.settings, **PRODUCER, "transactional.id": f"{topic}-producer"})
    transactional.init_transactions()
    windows: list[Window] = []
    while time.monotonic() < end and not stands_still([window.rate for window in windows]):
        windows.append(_window(cluster, plain, transactional, topic))
        cluster.check()
    return windows


def _window(cluster: Cluster, plain: Producer, transactional: Producer, topic: str) -> Window:
    began, worked = time.monotonic(), _cpu_time(cluster)
    sent = _send(plain, topic), _send_transactions(transactional, topic)
    return Window(
        plain=sent[0],
        transactional=sent[1],
        seconds=time.monotonic() - began,
        broker_seconds=_cpu_time(cluster) - worked if cluster.brokers else None,
    )


def _cpu_time(cluster: Cluster) -> float:
    times = [process.cpu_times() for broker in cluster.brokers if (process := broker.process())]
    return sum(time.user + time.system for time in times)


def _send(producer: Producer, topic: str) -> int:
    """Send for half a window; the messages acknowledged."""
    sent = _fill(producer, topic, HALF)
    producer.flush()
    return sent


def _send_transactions(producer: Producer, topic: str) -> int:
    """Send in transactions for half a window; the messages committed."""
    last = time.monotonic() + HALF
    sent = 0
    while time.monotonic() < last:
        producer.begin_transaction()
        sent += _fill(producer, topic, TRANSACTION)
        producer.commit_transaction()
    return sent


def _fill(producer: Producer, topic: str, seconds: float) -> int:
    """Send as fast as the queue takes it; the number of messages."""
    last = time.monotonic() + seconds
    sent = 0
    while time.monotonic() < last:
        try:
            producer.produce(topic, MESSAGE, partition=sent % PARTITIONS)
            sent += 1
        except BufferError:
            producer.poll(0.01)
    return sent


@contextmanager
def _reading(access: Access, topic: str) -> Iterator[list[int]]:
    """Consume beside it, so that fetches, the group and its offsets are warm too; numbers received."""
    consumer = Consumer({**access.settings, "group.id": topic, **CONSUMER})
    consumer.subscribe([topic])
    received: list[int] = []
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set():
            received.append(len(consumer.consume(1000, timeout=0.1)))

    reader = threading.Thread(target=read, name="warm-up reader")
    reader.start()
    try:
        yield received
    finally:
        ended.set()
        reader.join()
        consumer.close()
