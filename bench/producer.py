"""Compare Kerran's producer with Kafka's ProducerPerformance, in interleaved pairs on the same brokers.

Both send the same number of messages of the same size to a new topic with the same settings. Kerran's
producer records every message; ProducerPerformance keeps a few sums. Start-up is not measured: each clock
starts when its client is ready.
"""

import re
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from bench.lone_producer import new_topic, send
from include import folders
from include.clusters.cluster import Cluster
from include.clusters.topics import delete_topic
from include.releases.jars import MODULE, broker_jars, failure
from include.releases.java import find_java
from include.releases.maven_fetch import retrieve
from include.scenarios.delivery.settings import DeliverySettings

MESSAGES = {128: 400_000, 1024: 100_000}
"""The number of messages by their size; sending them takes two seconds or more."""


@dataclass(frozen=True)
class Arm:
    """Settings with which both producers send."""

    message_bytes: int
    batch_bytes: int
    semantics: str

    def __str__(self) -> str:
        """The first columns of the row in the table."""
        kind = "100 ms transactions" if self.semantics == "exactly-once" else "acks=all"
        return f"{self.message_bytes} B | {self.batch_bytes // 1024} KiB | {kind}"

    @property
    def settings(self) -> DeliverySettings:
        """The settings of a cell."""
        return DeliverySettings(
            semantics=self.semantics,
            message_bytes=self.message_bytes,
            batch_bytes=self.batch_bytes,
            messages=MESSAGES[self.message_bytes],
        )


ARMS = [
    Arm(message_bytes, batch_bytes, semantics)
    for semantics in ("at-least-once", "exactly-once")
    for batch_bytes in (16_384, 1_048_576)
    for message_bytes in (128, 1024)
]


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section."""
    rates: dict[Arm, list[tuple[float, float]]] = {arm: [] for arm in ARMS}
    for turn in range(rounds):
        for arm in ARMS:
            both = [partial(_ours, cluster, arm, folder), partial(_java, cluster, arm)]
            measured = [way() for way in (both if turn % 2 == 0 else reversed(both))]
            ours, java = measured if turn % 2 == 0 else reversed(measured)
            rates[arm].append((ours, java))
            print(f"  {turn + 1}/{rounds} {arm}: {ours:,.0f} and {java:,.0f} messages/s", flush=True)
    return _section(rates, rounds)


def _section(rates: dict[Arm, list[tuple[float, float]]], rounds: int) -> str:
    rows = [_row(arm, pairs) for arm, pairs in rates.items()]
    return "\n".join(
        [
            "## Producer throughput",
            "",
            f"Messages/s, medians of {rounds} rounds, in alternating order; linger 0, "
            "9 partitions, replication 3, the same warm brokers. The ratio is the median over pairs.",
            "",
            "| message | batch | | Kerran | ProducerPerformance | ratio | range |",
            "|---|---|---|--:|--:|--:|--:|",
            *rows,
        ]
    )


def _row(arm: Arm, pairs: list[tuple[float, float]]) -> str:
    ours, java = zip(*pairs, strict=True)
    ratios = [ours / peer for ours, peer in pairs]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return f"| {arm} | {median(ours):,.0f} | {median(java):,.0f} | {median(ratios):.2f} | {spread} |"


def _ours(cluster: Cluster, arm: Arm, folder: Path) -> float:
    """Messages per second from the first creation to the last acknowledgement, from the raw log."""
    sent = send(cluster, arm.settings, folder).messages.to_pandas()
    return float(len(sent) / ((sent.acked_ns.max() - sent.created_ns.min()) / 1e9))


def _java(cluster: Cluster, arm: Arm) -> float:
    """Messages per second, from the last line that ProducerPerformance prints."""
    topic = new_topic(cluster, arm.settings)
    said = subprocess.run(_command(cluster, arm, topic), capture_output=True, text=True, check=True).stdout
    delete_topic(cluster.access, topic)
    last = said.strip().splitlines()[-1]
    rate = re.match(rf"{MESSAGES[arm.message_bytes]} records sent, ([\d.]+) records/sec", last)
    assert rate, last
    return float(rate.group(1))


def _command(cluster: Cluster, arm: Arm, topic: str) -> list[str]:
    release = cluster.record().release
    promise = arm.settings.delivery_config
    properties = {
        "bootstrap.servers": cluster.access.bootstrap,
        "acks": promise.acks,
        "enable.idempotence": str(promise.idempotence).lower(),
        "max.in.flight.requests.per.connection": str(promise.max_in_flight),
        "linger.ms": "0",
        "batch.size": str(arm.batch_bytes),
        "compression.type": "none",
    }
    transactions = ["--transactional-id", topic, "--transaction-duration-ms", "100"]
    return [
        str(find_java().command),
        "-Xmx512m",
        "-cp",
        f"{_tool_jars(release)}/*:{broker_jars(release)}/*",
        "org.apache.kafka.tools.ProducerPerformance",
        *("--topic", topic, "--num-records", str(MESSAGES[arm.message_bytes])),
        *("--record-size", str(arm.message_bytes), "--throughput", "-1"),
        *(transactions if promise.transactional else []),
        *("--producer-props", *(f"{key}={value}" for key, value in properties.items())),
    ]


def _tool_jars(release: str) -> Path:
    """The folder with the jars of Kafka's command-line tools, such as ProducerPerformance."""
    wanted = MODULE.format(module="kafka-tools", release=release, added="", replaced="")
    return retrieve(wanted, folders.CACHE / "kafka-tools" / release, partial(failure, "kafka-tools", release))
