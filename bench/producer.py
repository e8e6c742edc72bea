"""Compare Kerran's producers with their clients' own benchmarks, in interleaved rounds on the same brokers.

The Java program is compared with Kafka's ProducerPerformance, the Python program with librdkafka's
rdkafka_performance. All send the same number of messages of the same size to a new topic with the same
settings. Kerran's producers record every message; the benchmarks keep a few sums. Start-up is not measured,
with one exception: the time of rdkafka_performance includes the time of connecting. Both Java programs send
3,000 messages before they measure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from bench import kafka_tools
from bench.c_benchmark import CBenchmark, NotBuiltError, build
from bench.goals import at_least
from bench.lone_program import new_topic, send
from include.clusters.cluster import Cluster
from include.clusters.topics import delete_topic
from include.load.client_choice import ClientChoice
from include.scenarios.delivery.settings import DeliverySettings

MESSAGES = {128: 800_000, 1024: 300_000}
"""The number of messages, by the size of a message. Sending this number takes two seconds or more."""

JAVA, JAVA_PEER = "Kerran, Java", "ProducerPerformance"
LIBRDKAFKA, LIBRDKAFKA_PEER = "Kerran, librdkafka", "rdkafka_performance"

GOALS = {(JAVA, JAVA_PEER): 0.95, (LIBRDKAFKA, LIBRDKAFKA_PEER): 0.9}
"""The smallest ratio of a program's rate to the rate of its peer."""


@dataclass(frozen=True)
class Arm:
    """Settings with which all producers send."""

    message_bytes: int
    batch_bytes: int
    semantics: str

    def __str__(self) -> str:
        """The settings in words."""
        kind = "100 ms transactions" if self.semantics == "exactly-once" else "acks=all"
        return f"{self.message_bytes} B, batches of {self.batch_bytes // 1024} KiB, {kind}"

    def settings(self, client: str = "librdkafka") -> DeliverySettings:
        """The settings of a cell."""
        return DeliverySettings(
            semantics=self.semantics,
            client=ClientChoice.parse(client),
            message_bytes=self.message_bytes,
            batch_bytes=self.batch_bytes,
            linger_ms=0,
            messages=MESSAGES[self.message_bytes],
        )


ARMS = [
    Arm(message_bytes, batch_bytes, semantics)
    for semantics in ("idempotent", "exactly-once")
    for batch_bytes in (16_384, 1_048_576)
    for message_bytes in (128, 1024)
]

Rates = dict[str, list[float]]
"""Messages per second, by the name of the producer."""


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section."""
    in_c = _built(folder)
    rates: dict[Arm, Rates] = {arm: {name: [] for name in _ways(cluster, arm, folder, in_c)} for arm in ARMS}
    for turn in range(rounds):
        for arm, measured in rates.items():
            ways = [*_ways(cluster, arm, folder, in_c).items()]
            for name, way in ways if turn % 2 == 0 else reversed(ways):
                measured[name].append(way())
                print(f"  {turn + 1}/{rounds} {arm}, {name}: {measured[name][-1]:,.0f}/s", flush=True)
    return _section(rates, rounds, "" if isinstance(in_c, CBenchmark) else f" Not run: {in_c}.")


def _ways(
    cluster: Cluster, arm: Arm, folder: Path, in_c: CBenchmark | NotBuiltError
) -> dict[str, Callable[[], float]]:
    """The producers that are compared, by name; rdkafka_performance is left out with transactions."""
    ways: dict[str, Callable[[], float]] = {
        JAVA: partial(_kerran, cluster, arm.settings("java"), folder),
        JAVA_PEER: partial(_peer, cluster, arm, partial(kafka_tools.produced, folder=folder)),
        LIBRDKAFKA: partial(_kerran, cluster, arm.settings(), folder),
    }
    if isinstance(in_c, CBenchmark) and not arm.settings().traits.delivery.config.transactional:
        ways[LIBRDKAFKA_PEER] = partial(_peer, cluster, arm, lambda *where: in_c.run(*where).rate)
    return ways


def _kerran(cluster: Cluster, settings: DeliverySettings, folder: Path) -> float:
    """Messages per second from the first creation to the last acknowledgement, from the raw log."""
    sent = send(cluster, settings, folder).messages.to_pandas()
    return float(len(sent) / ((sent.acked_ns.max() - sent.created_ns.min()) / 1e9))


def _peer(cluster: Cluster, arm: Arm, way: Callable[[Cluster, str, DeliverySettings], float]) -> float:
    topic = new_topic(cluster, arm.settings())
    rate = way(cluster, topic, arm.settings())
    delete_topic(cluster.access, topic)
    return rate


def _built(folder: Path) -> CBenchmark | NotBuiltError:
    try:
        return build(folder)
    except NotBuiltError as error:
        return error


def _section(rates: dict[Arm, Rates], rounds: int, note: str) -> str:
    return "\n".join(
        [
            "## Producer throughput",
            "",
            f"Messages/s, medians of {rounds} rounds in alternating order; linger 0, idempotent or "
            "transactional, 9 partitions, replication 3, the same warm brokers. A ratio is the median over "
            "rounds, with its range. ProducerPerformance has Java's own choice of compilers and collector, "
            "Kerran's program the first compiler and the serial collector; the time of rdkafka_performance "
            f"contains its connection.{note}",
            "",
            f"| | {JAVA} | {JAVA_PEER} | ratio | {LIBRDKAFKA} | {LIBRDKAFKA_PEER} | ratio |",
            "|---|--:|--:|--:|--:|--:|--:|",
            *(_row(arm, measured) for arm, measured in rates.items()),
            "",
            *(
                f"- {arm}, {ours}: {median(ratios):.2f} {at_least(median(ratios), goal)}"
                for arm, measured in rates.items()
                for (ours, peer), goal in GOALS.items()
                if (ratios := _ratios(measured, ours, peer))
            ),
        ]
    )


def _row(arm: Arm, measured: Rates) -> str:
    cells = []
    for ours, peer in GOALS:
        ratios = _ratios(measured, ours, peer)
        spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if ratios else ""
        both = [f"{median(measured[name]):,.0f}" if name in measured else "" for name in (ours, peer)]
        cells += [*both, spread]
    return f"| {arm} | {' | '.join(cells)} |"


def _ratios(measured: Rates, ours: str, peer: str) -> list[float]:
    return [mine / other for mine, other in zip(measured[ours], measured.get(peer, ()), strict=False)]
