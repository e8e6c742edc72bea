"""Warm up a fresh cluster: produce and consume until its throughput is steady.

The brokers are JVMs, which interpret code first, then compile it, and then compile it again. A cold cluster
is three to five times slower than a warm one, which the first cells would measure.
"""

import math
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from types import TracebackType

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer
from pydantic import BaseModel, ConfigDict

from include.clusters.cluster import Access, Cluster
from include.clusters.jit_cpu import compiler_seconds
from include.clusters.topic_names import WARM_UP, name_of
from include.clusters.topics import create_topic, delete_topic
from include.errors import PlatformError
from include.load_runtime.authorization_errors import denied_to_client
from include.rawlog.manifest import WARM_UP_FILE

PARTITIONS = 9
MESSAGE = bytes(range(256)) * 4
"""1 KiB."""

HALF_WINDOW_SECONDS = 0.5
"""The duration of sending without transactions in a window, and of sending with transactions."""

TRANSACTION_SECONDS = 0.1
"""The duration of sending in one transaction."""

MAX_SECONDS = 180.0
"""Time after which the warm-up ends, steady or not. The compilers of three brokers have 70 to 80 s of work,
which took 75 to 100 s on two cores shared with the warm-up, and 120 to 160 s on one core of their own."""

TOLERANCE = 0.15
"""The growth of the throughput that counts as steady, as a share."""

MAX_COMPILER_SHARE = 0.35
"""The largest share of the brokers' CPU time that the compilers of warm brokers use. Measured: 0.42 to 0.6
until throughput rose from 1,500 to 4,000 and more messages for one second of CPU time, then at most 0.3."""

PRODUCER = {
    "acks": "all",
    # As in the cells: no linger, and batches of Java's default size, so that there are many requests.
    "linger.ms": 0,
    "batch.size": 16384,
    # More requests in flight would not warm up the brokers faster: requests to a partition are handled one
    # after another, and the waiting client would use CPU time that the brokers' compilers need.
    "max.in.flight.requests.per.connection": 1,
    "delivery.report.only.error": True,
    # Enough for full batches, but few: a transaction ends when all queued messages are acknowledged, which a
    # cold broker does slowly.
    "queue.buffering.max.messages": 2000,
    "log_level": 0,
    "allow.auto.create.topics": False,
}

CONSUMER = {"auto.offset.reset": "earliest", "isolation.level": "read_committed", "log_level": 0}


class WarmUpWindow(BaseModel):
    """About one second of the warm-up: the messages acknowledged without and with transactions.

    ``broker_seconds`` is the CPU time of the brokers, and ``compiler_seconds`` the part of it that their
    compilers used; None for brokers that do not run on this machine.
    """

    model_config = ConfigDict(frozen=True)

    plain: int
    transactional: int
    seconds: float
    broker_seconds: float | None
    compiler_seconds: float | None = None

    @property
    def compiling(self) -> float:
        """The compilers' share of the brokers' CPU time; 0 if it is not known."""
        return (self.compiler_seconds or 0) / self.broker_seconds if self.broker_seconds else 0.0

    @property
    def rate(self) -> float:
        """Messages per second of the brokers' CPU time, so that other work on the machine does not matter."""
        return (self.plain + self.transactional) / (self.broker_seconds or self.seconds)


class WarmUp(BaseModel):
    """The result of a warm-up; ``steady`` is whether the throughput was steady at its end.

    ``longest`` is the time limit in seconds.
    """

    model_config = ConfigDict(frozen=True)

    seconds: float
    longest: float
    steady: bool
    received: int
    windows: list[WarmUpWindow]


def warm_up(
    cluster: Cluster, folder: Path, run_id: str, max_seconds: float = MAX_SECONDS, max_bytes: float = math.inf
) -> WarmUp:
    """Produce and consume until the throughput is steady, and write ``warm_up.json`` into the folder.

    The topic, the group and the transactional id of the warm-up belong to the run.

    Args:
        cluster: The cluster.
        folder: For the result.
        run_id: The run.
        max_seconds: The time after which the warm-up ends, or one window later.
        max_bytes: The size of the written messages, replicas included, after which the warm-up ends.

    Raises:
        PlatformError: a broker has ended, messages cannot be delivered, or a permission is missing.
    """
    started = time.monotonic()
    topic = name_of(run_id, WARM_UP)
    replication = min(3, cluster.record().brokers)
    create_topic(cluster.access, topic, PARTITIONS, replication, {})
    max_messages = max_bytes / (len(MESSAGE) * replication)
    try:
        with WarmUpReader(cluster.access, topic) as reader:
            windows = _drive(cluster, topic, reader, started + max_seconds, max_messages)
    except BaseException as error:
        with suppress(PlatformError):  # the first error matters more
            delete_topic(cluster.access, topic)
        if isinstance(error, KafkaException):
            cluster.check()
            raise PlatformError(_failure_message(error.args[0], cluster.access, topic)) from error
        raise
    delete_topic(cluster.access, topic)
    result = WarmUp(
        seconds=time.monotonic() - started,
        longest=max_seconds,
        steady=is_warm(windows),
        received=reader.received,
        windows=windows,
    )
    (folder / WARM_UP_FILE).write_text(result.model_dump_json(indent=2), encoding="utf-8")
    return result


def is_warm(windows: Sequence[WarmUpWindow]) -> bool:
    """Whether the throughput is steady, and the brokers' compilers use little of their CPU time."""
    steady = is_steady([window.rate for window in windows])
    return steady and sorted(window.compiling for window in windows[-3:])[1] < MAX_COMPILER_SHARE


def is_steady(rates: Sequence[float]) -> bool:
    """Whether the median of the last three rates is less than 15 % above the median of the three before.

    Medians are compared because single windows differ by a quarter on a busy machine.
    """
    before, last = sorted(rates[-6:-3]), sorted(rates[-3:])
    return len(rates) >= 6 and last[1] < before[1] * (1 + TOLERANCE)


class WarmUpReader(AbstractContextManager["WarmUpReader"]):
    """Consumes in a thread of its own, so that fetch requests and group requests are warm too."""

    def __init__(self, access: Access, topic: str) -> None:
        self.received = 0
        self._access = access
        self._topic = topic
        self._denial: str | None = None
        self._ended = threading.Event()
        self._consumer = Consumer({**access.settings, "group.id": topic, **CONSUMER})
        self._consumer.subscribe([topic])
        self._thread = threading.Thread(target=self._read, name="warm-up-reader")
        self._thread.start()

    def check(self) -> None:
        """Check that the reader has the permissions that it needs.

        Raises:
            PlatformError: a permission is missing; the message names it.
        """
        if self._denial:
            raise PlatformError(self._denial)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the group and end the thread."""
        self._ended.set()
        self._thread.join()
        self._consumer.close()

    def _read(self) -> None:
        while not self._ended.is_set():
            for message in self._consumer.consume(1000, timeout=0.1):
                error = message.error()
                self.received += error is None
                if error is not None:
                    self._denial = self._denial or self._denied(error)

    def _denied(self, error: KafkaError) -> str | None:
        return denied_to_client(
            error.code(), "Read", self._topic, {"group.id": self._topic}, self._access.connection
        )


def _failure_message(error: KafkaError, access: Access, topic: str) -> str:
    names = {"transactional.id": topic}
    denial = denied_to_client(error.code(), "Write", topic, names, access.connection)
    return denial or f"The warm-up failed: {error.str()}"


def _drive(
    cluster: Cluster, topic: str, reader: WarmUpReader, end: float, max_messages: float
) -> list[WarmUpWindow]:
    """Windows until the throughput is steady, the time is over, or ``max_messages`` messages were sent."""
    plain = Producer({**cluster.access.settings, **PRODUCER})
    transactional = Producer({**cluster.access.settings, **PRODUCER, "transactional.id": topic})
    transactional.init_transactions()
    windows: list[WarmUpWindow] = []
    while max_messages > 0 and time.monotonic() < end and not is_warm(windows):
        windows.append(_window(cluster, plain, transactional, topic, max_messages))
        max_messages -= windows[-1].plain + windows[-1].transactional
        reader.check()
        cluster.check()
    return windows


def _window(
    cluster: Cluster, plain: Producer, transactional: Producer, topic: str, max_messages: float
) -> WarmUpWindow:
    began, worked, compiled = time.monotonic(), _cpu_time(cluster), _compiler_time(cluster)
    sent = _send(plain, topic, max_messages / 2), _send_transactions(transactional, topic, max_messages / 2)
    return WarmUpWindow(
        plain=sent[0],
        transactional=sent[1],
        seconds=time.monotonic() - began,
        broker_seconds=_cpu_time(cluster) - worked if cluster.brokers else None,
        compiler_seconds=_compiler_time(cluster) - compiled if cluster.brokers else None,
    )


def _cpu_time(cluster: Cluster) -> float:
    times = [process.cpu_times() for broker in cluster.brokers if (process := broker.process())]
    return sum(time.user + time.system for time in times)


def _compiler_time(cluster: Cluster) -> float:
    return sum(compiler_seconds(broker.pid) for broker in cluster.brokers)


def _send(producer: Producer, topic: str, max_messages: float) -> int:
    """Send for half a window; return the number of acknowledged messages."""
    sent = _fill(producer, topic, HALF_WINDOW_SECONDS, max_messages)
    producer.flush()
    return sent


def _send_transactions(producer: Producer, topic: str, max_messages: float) -> int:
    """Send in transactions for half a window; return the number of committed messages."""
    last = time.monotonic() + HALF_WINDOW_SECONDS
    sent = 0
    while time.monotonic() < last and sent < max_messages:
        producer.begin_transaction()
        sent += _fill(producer, topic, TRANSACTION_SECONDS, max_messages - sent)
        producer.commit_transaction()
    return sent


def _fill(producer: Producer, topic: str, seconds: float, max_messages: float) -> int:
    """Send as fast as the queue accepts, but at most ``max_messages``; return the number of messages."""
    last = time.monotonic() + seconds
    sent = 0
    while time.monotonic() < last and sent < max_messages:
        try:
            producer.produce(topic, MESSAGE, partition=sent % PARTITIONS)
            sent += 1
        except BufferError:
            producer.poll(0.01)
    return sent
