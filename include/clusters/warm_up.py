"""Warm up a fresh cluster: produce and consume until its throughput is steady.

The brokers are JVMs, which first interpret code, then compile it, and then compile it again. A cold cluster
is three to five times slower than a warm cluster.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median

from confluent_kafka import KafkaException

from include.clusters.broker_cpu import cpu_samples, used_between
from include.clusters.cluster import Cluster
from include.clusters.topic_names import WARM_UP, name_of
from include.clusters.warm_up_round import MESSAGE, Sent, WarmUpRound
from include.load.authorization_errors import denied_to_client
from include.machine.errors import PlatformError
from include.rawlog.start_records import WARM_UP_FILE, WarmUpRecord

WINDOWS_IN_ROUND = 6
"""The number of windows in a round, which has one topic and one set of clients."""

MAX_SECONDS = 180.0
"""Time after which the warm-up ends, even if the throughput is not steady. It waits for the brokers'
compilers: those of three brokers need 55 to 80 s of CPU time. This took 70 to 100 s when the brokers and the
warm-up shared two cores, and 120 to 160 s when the brokers had one core to themselves."""

MAX_SECONDS_BELOW_SATURATION = 50.0
"""The same for cells with a fixed rate, which leave the compilers time to end their work. Their intervals
include what is left of it. Arms are compared on brokers of their own, and wait for warm ones. docs/cost.md
has runs with either warm-up."""

TOLERANCE = 0.15
"""The relative growth below which a throughput counts as steady."""

MAX_COMPILER_SHARE = 0.2
"""The largest share of the brokers' CPU time that the compilers of warm brokers use. The measured share was
0.42 to 0.65 for the first 45 s. Then it was 0.06 to 0.55 for 20 s, because code is discarded and compiled
again. Then it was at most 0.2."""


class WarmUpWindow(Sent):
    """A measurement of one to five seconds of the warm-up.

    ``broker_seconds`` is the CPU time of the brokers. ``compiler_seconds`` is the part of this time that the
    brokers' compilers used. Both are None for brokers that do not run on this machine.
    """

    seconds: float
    broker_seconds: float | None
    compiler_seconds: float | None = None

    @property
    def messages(self) -> int:
        return self.plain + self.transactional + self.paced

    @property
    def compiling(self) -> float:
        """The just-in-time compilers' share of the brokers' CPU time; 0 if it is not known."""
        return (self.compiler_seconds or 0) / self.broker_seconds if self.broker_seconds else 0.0

    @property
    def rate(self) -> float:
        """The number of messages for each second of the brokers' CPU time.

        Other work on the machine does not change this rate. If the CPU time is not known, the duration is
        used instead.
        """
        return self.messages / (self.broker_seconds or self.seconds)


class WarmUp(WarmUpRecord):
    """The result of a warm-up: its record, the number of received messages, and the windows."""

    received: int
    windows: list[WarmUpWindow]


def warm_up(
    cluster: Cluster, folder: Path, run_id: str, max_seconds: float = MAX_SECONDS, max_bytes: float = math.inf
) -> WarmUp:
    """Produce and consume until the throughput is steady, and write ``warm_up.json`` into the folder.

    The topic, the group and the transactional id of the warm-up belong to the run.

    Args:
        cluster: The cluster.
        folder: The folder for ``warm_up.json``.
        run_id: The id of the run.
        max_seconds: No new window begins after this time.
        max_bytes: The warm-up ends when the written messages, replicas included, have this size.
    """
    began = time.monotonic()
    replication = min(3, cluster.record().brokers)
    max_messages = max_bytes / (len(MESSAGE) * replication)
    windows: list[WarmUpWindow] = []
    received = 0

    def is_over(windows: Sequence[WarmUpWindow]) -> bool:
        return time.monotonic() >= began + max_seconds or is_warm(windows)

    for number in count(1):
        left = max_messages - sum(window.messages for window in windows)
        if left <= 0 or is_over(windows):
            break
        topic = name_of(run_id, WARM_UP, number)
        with _explained(cluster, topic), WarmUpRound(cluster.access, topic, replication) as round_:
            for window in _windows(cluster, round_, left):
                windows.append(window)
                if is_over(windows):
                    break
        received += round_.received
    result = WarmUp(
        seconds=time.monotonic() - began,
        longest=max_seconds,
        steady=is_warm(windows),
        sustained=sustained_rate(windows),
        received=received,
        windows=windows,
    )
    (folder / WARM_UP_FILE).write_text(result.model_dump_json(indent=2), encoding="utf-8")
    return result


def sustained_rate(windows: Sequence[WarmUpWindow]) -> float | None:
    """The rate in messages/s of transactions one after another, the median of the last three windows.

    None without a window.
    """
    rates = [window.transactional / window.transactional_seconds for window in windows[-3:]]
    return median(rates) if rates else None


def is_warm(windows: Sequence[WarmUpWindow]) -> bool:
    """Whether the throughput is steady, and just-in-time compilers use little of the brokers' CPU time.

    The compilers must use little CPU time in each of the last three windows, because they may pause for one
    or two windows.
    """
    steady = is_steady([window.rate for window in windows])
    return steady and all(window.compiling < MAX_COMPILER_SHARE for window in windows[-3:])


def is_steady(rates: Sequence[float]) -> bool:
    """Whether the median of the last three rates is less than 15 % above the median of the previous three.

    Medians are compared, because single windows differ by a quarter on a busy machine.
    """
    before, last = sorted(rates[-6:-3]), sorted(rates[-3:])
    return len(rates) >= 6 and last[1] < before[1] * (1 + TOLERANCE)


def _windows(cluster: Cluster, round_: WarmUpRound, max_messages: float) -> Iterator[WarmUpWindow]:
    """Yield the windows of a round, with at most ``max_messages`` messages in all."""
    for _ in range(WINDOWS_IN_ROUND):
        began, samples = time.monotonic(), cpu_samples(cluster.brokers)
        sent = round_.send(max_messages / WINDOWS_IN_ROUND)
        usage = used_between(samples, cpu_samples(cluster.brokers)) if cluster.brokers else None
        yield WarmUpWindow(
            **dict(sent),
            seconds=time.monotonic() - began,
            broker_seconds=usage.total if usage else None,
            compiler_seconds=usage.compilers if usage else None,
        )
        cluster.check()


@contextmanager
def _explained(cluster: Cluster, topic: str) -> Iterator[None]:
    """Convert a client's error to an error that names the failed broker or the missing permission."""
    try:
        yield
    except KafkaException as error:
        cluster.check()
        reason, names = error.args[0], {"transactional.id": topic}
        denial = denied_to_client(reason.code(), "Write", topic, names, cluster.access.connection)
        raise PlatformError(denial or f"The warm-up failed: {reason.str()}") from error
