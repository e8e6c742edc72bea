"""The memory of load programs that record ten million messages."""

from pathlib import Path

from bench.goals import at_most
from bench.lone_program import fill, new_topic, receive
from include.clusters.cluster import Cluster
from include.clusters.topics import delete_topic
from include.load.client_choice import ClientChoice
from include.scenarios.delivery.settings import DeliverySettings

MESSAGES = 10_000_000

MOST_MEBIBYTES = 300


def run(cluster: Cluster, folder: Path) -> str:
    """The measurement as a Markdown section."""
    rows = []
    for client in ("java", "librdkafka"):
        settings = DeliverySettings(
            semantics="at-least-once",
            client=ClientChoice.parse(client),
            message_bytes=32,
            messages=MESSAGES,
            batch_bytes=1_048_576,
        )
        topic = new_topic(cluster, settings)
        for name, way in (("producer", fill), ("consumer", receive)):
            used = way(cluster, topic, settings, folder).memory
            rows.append(f"- {client}, {name}: {used:,.0f} MiB {at_most(used, MOST_MEBIBYTES)}")
            print(rows[-1], flush=True)
        delete_topic(cluster.access, topic)
    return "\n".join(
        [
            "## Memory of load programs",
            "",
            f"The most memory of a program that sends, or receives, and records {MESSAGES:,} messages of "
            "32 B, sampled ten times a second; without pages of files, such as the record of a Java program, "
            "which the system can write back.",
            "",
            *rows,
        ]
    )
