"""Compare Kerran's consumers with Kafka's ConsumerPerformance on a backlog, in interleaved rounds.

All consumers read the same topic, each as a group of its own. Kerran's consumers check and record every
message. ConsumerPerformance only counts the messages, and reports four times a second. Its time before the
first report is not measured. For Kerran's consumers, the time before the first message is not measured. After
it, as much time as between two reports is left out, too.
"""

from functools import partial
from pathlib import Path
from statistics import median

from bench import kafka_tools
from bench.goals import at_least
from bench.lone_program import fill, new_topic, receive
from include.clusters.cluster import Cluster
from include.clusters.topics import delete_topic
from include.load.client_choice import ClientChoice
from include.scenarios.delivery.settings import DeliverySettings

MESSAGES = 2_000_000

JAVA, PEER, LIBRDKAFKA = "Kerran, Java", "ConsumerPerformance", "Kerran, librdkafka"

LEAST_RATIO = 0.9


def settings_of(client: str) -> DeliverySettings:
    """The settings of a cell whose consumer reads a backlog."""
    return DeliverySettings(
        semantics="at-least-once",
        client=ClientChoice.parse(client),
        message_bytes=128,
        messages=MESSAGES,
        batch_bytes=1_048_576,
    )


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section."""
    topic = new_topic(cluster, settings_of("librdkafka"))
    fill(cluster, topic, settings_of("librdkafka"), folder)
    ways = {
        JAVA: partial(_kerran, cluster, topic, settings_of("java"), folder),
        PEER: partial(kafka_tools.consumed, cluster, topic, MESSAGES),
        LIBRDKAFKA: partial(_kerran, cluster, topic, settings_of("librdkafka"), folder),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds):
        for name, way in [*ways.items()] if turn % 2 == 0 else reversed(ways.items()):
            rates[name].append(way())
            print(f"  {turn + 1}/{rounds} {name}: {rates[name][-1]:,.0f}/s", flush=True)
    delete_topic(cluster.access, topic)
    return _section(rates, rounds)


def _kerran(cluster: Cluster, topic: str, settings: DeliverySettings, folder: Path) -> float:
    """Messages per second, from the raw log. The time that a first report would take is left out."""
    received = receive(cluster, topic, settings, folder).messages["received_ns"].to_numpy()
    began = received.min() + kafka_tools.REPORT_MILLISECONDS * 1_000_000
    return float((received > began).sum() / ((received.max() - began) / 1e9))


def _section(rates: dict[str, list[float]], rounds: int) -> str:
    return "\n".join(
        [
            "## Consumer throughput",
            "",
            f"Messages/s from a backlog of {MESSAGES:,} messages of 128 B in batches of 1 MiB at most, "
            f"medians of {rounds} rounds in alternating order, with ranges; 9 partitions, the same warm "
            f"brokers; without the first {kafka_tools.REPORT_MILLISECONDS} ms, which ConsumerPerformance "
            "reports together with its connection.",
            "",
            *(
                f"- {name}: {median(measured):,.0f}/s ({min(measured):,.0f} to {max(measured):,.0f})"
                for name, measured in rates.items()
            ),
            *(_goal(name, rates) for name in (JAVA, LIBRDKAFKA)),
        ]
    )


def _goal(name: str, rates: dict[str, list[float]]) -> str:
    ratios = [ours / peer for ours, peer in zip(rates[name], rates[PEER], strict=True)]
    spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
    goal = f" {at_least(median(ratios), LEAST_RATIO)}" if name == JAVA else ""
    return f"- {name}, against {PEER}: median ratio **{median(ratios):.2f}** {spread}{goal}"
