"""Drive a fresh cluster until its throughput stands still.

The brokers are JVMs: what runs first is interpreted, then compiled, then compiled again, and a cold cluster
is three to five times slower than a warm one. The first cells would measure that.
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

HALF = 0.5
"""Seconds of sending in a window's plain half, and in its transactional half."""

TRANSACTION = 0.1
"""Seconds of sending in a transaction."""

LONGEST = 180.0
"""Seconds after which it ends, steady or not. Three brokers' compilers have 70 to 80 s of work, to which they
come in 75 to 100 s on two cores that they share with this, and in 120 to 160 s on one of their own."""

TOLERANCE = 0.15

STILL_COMPILING = 0.35
"""Share of the brokers' CPU time that goes into compiling them while they are cold. It was 0.42 to 0.6 until
throughput rose from 1,500 messages for a second of that time to 4,000 and more, and then 0.3 at most."""

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

    ``broker_seconds`` is the CPU time that the brokers took, and ``compiler_seconds`` their compilers' part
    of it; None where they are not this machine's.
    """

    model_config = ConfigDict(frozen=True)

    plain: int
    transactional: int
    seconds: float
    broker_seconds: float | None
    compiler_seconds: float | None = None

    @property
    def compiling(self) -> float:
        """The compilers' share of the brokers' CPU time; none where it can't be seen."""
        return (self.compiler_seconds or 0) / self.broker_seconds if self.broker_seconds else 0.0

    @property
    def rate(self) -> float:
        """Messages for a second of the brokers' work; other work on the machine doesn't count against it."""
        return (self.plain + self.transactional) / (self.broker_seconds or self.seconds)


class WarmUp(BaseModel):
    """How the warm-up went; ``steady`` is whether throughput stood still when it ended.

    ``longest`` is how many seconds it might take.
    """

    model_config = ConfigDict(frozen=True)

    seconds: float
    longest: float
    steady: bool
    received: int
    windows: list[Window]


def warm_up(
    cluster: Cluster, folder: Path, run_id: str, longest: float = LONGEST, most_bytes: float = math.inf
) -> WarmUp:
    """Produce and consume until throughput stands still, and log it in ``warm_up.json`` in the folder.

    It ends after ``longest`` seconds, or one window more, and when ``most_bytes`` were written, replicas
    included, whether throughput stands still or not. Its topic, group and transactional id are the run's.

    Raises:
        PlatformError: a broker is gone, messages can't be delivered, or a permission is denied.
    """
    started = time.monotonic()
    topic = name_of(run_id, WARM_UP)
    replication = min(3, cluster.record().brokers)
    create_topic(cluster.access, topic, PARTITIONS, replication, {})
    most = most_bytes / (len(MESSAGE) * replication)
    try:
        with Reader(cluster.access, topic) as reader:
            windows = _drive(cluster, topic, reader, started + longest, most)
    except BaseException as error:
        with suppress(PlatformError):  # why it failed matters more
            delete_topic(cluster.access, topic)
        if isinstance(error, KafkaException):
            cluster.check()
            raise PlatformError(_explained(error.args[0], cluster.access, topic)) from error
        raise
    delete_topic(cluster.access, topic)
    result = WarmUp(
        seconds=time.monotonic() - started,
        longest=longest,
        steady=is_warm(windows),
        received=reader.received,
        windows=windows,
    )
    (folder / WARM_UP_FILE).write_text(result.model_dump_json(indent=2), encoding="utf-8")
    return result


def is_warm(windows: Sequence[Window]) -> bool:
    """Whether throughput stands still, and not because compilers take what brokers would need for more."""
    is_still = stands_still([window.rate for window in windows])
    return is_still and sorted(window.compiling for window in windows[-3:])[1] < STILL_COMPILING


def stands_still(rates: Sequence[float]) -> bool:
    """Whether the last three rates are no longer above the three before them.

    Medians of three, since single windows differ by a quarter on a busy machine; no longer above means by
    less than 15 %.
    """
    before, last = sorted(rates[-6:-3]), sorted(rates[-3:])
    return len(rates) >= 6 and last[1] < before[1] * (1 + TOLERANCE)


class Reader(AbstractContextManager["Reader"]):
    """Consumes beside it, so that fetches, the group and its offsets are warm too."""

    def __init__(self, access: Access, topic: str) -> None:
        self.received = 0
        self._access = access
        self._topic = topic
        self._denial: str | None = None
        self._ended = threading.Event()
        self._consumer = Consumer({**access.settings, "group.id": topic, **CONSUMER})
        self._consumer.subscribe([topic])
        self._thread = threading.Thread(target=self._read, name="warm-up reader")
        self._thread.start()

    def check(self) -> None:
        """Make sure that it may read.

        Raises:
            PlatformError: it may not; it says which permission is wanting.
        """
        if self._denial:
            raise PlatformError(self._denial)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it, and leave the group."""
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


def _explained(error: KafkaError, access: Access, topic: str) -> str:
    names = {"transactional.id": topic}
    denial = denied_to_client(error.code(), "Write", topic, names, access.connection)
    return denial or f"the warm-up failed: {error.str()}"


def _drive(cluster: Cluster, topic: str, reader: Reader, end: float, most: float) -> list[Window]:
    """Windows until throughput stands still, the time is over, or ``most`` messages were sent."""
    plain = Producer({**cluster.access.settings, **PRODUCER})
    transactional = Producer({**cluster.access.settings, **PRODUCER, "transactional.id": topic})
    transactional.init_transactions()
    windows: list[Window] = []
    while most > 0 and time.monotonic() < end and not is_warm(windows):
        windows.append(_window(cluster, plain, transactional, topic, most))
        most -= windows[-1].plain + windows[-1].transactional
        reader.check()
        cluster.check()
    return windows


def _window(cluster: Cluster, plain: Producer, transactional: Producer, topic: str, most: float) -> Window:
    began, worked, compiled = time.monotonic(), _cpu_time(cluster), _compiler_time(cluster)
    sent = _send(plain, topic, most / 2), _send_transactions(transactional, topic, most / 2)
    return Window(
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


def _send(producer: Producer, topic: str, most: float) -> int:
    """Send for half a window; the messages acknowledged."""
    sent = _fill(producer, topic, HALF, most)
    producer.flush()
    return sent


def _send_transactions(producer: Producer, topic: str, most: float) -> int:
    """Send in transactions for half a window; the messages committed."""
    last = time.monotonic() + HALF
    sent = 0
    while time.monotonic() < last and sent < most:
        producer.begin_transaction()
        sent += _fill(producer, topic, TRANSACTION, most - sent)
        producer.commit_transaction()
    return sent


def _fill(producer: Producer, topic: str, seconds: float, most: float) -> int:
    """Send as fast as the queue takes it, and no more than ``most``; the number of messages."""
    last = time.monotonic() + seconds
    sent = 0
    while time.monotonic() < last and sent < most:
        try:
            producer.produce(topic, MESSAGE, partition=sent % PARTITIONS)
            sent += 1
        except BufferError:
            producer.poll(0.01)
    return sent
