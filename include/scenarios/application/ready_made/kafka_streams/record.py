"""Kafka Streams."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import JavaApplication

RELEASE = "4.4.0"


def packages_of(release: str) -> tuple[tuple[str, str, str], ...]:
    """The jars of a release of Kafka Streams, and what writes its log."""
    return (("org.apache.kafka", "kafka-streams", release), ("org.slf4j", "slf4j-simple", "1.7.36"))


class KafkaStreamsCopier(JavaApplication):
    """A topology that copies each message."""

    name = "kafka-streams"
    title = f"Kafka Streams {RELEASE}"
    semantics = ("at-least-once", "exactly-once")
    source = Path(__file__).with_name("CopyStreams.java")
    packages = packages_of(RELEASE)


RECORD = KafkaStreamsCopier()
