"""Kafka Streams."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import JavaApplication

RELEASE = "4.4.0"


class KafkaStreamsCopier(JavaApplication):
    """A topology that copies each message."""

    name = "kafka-streams"
    title = f"Kafka Streams {RELEASE}"
    semantics = ("at-least-once", "exactly-once")
    source = Path(__file__).with_name("CopyStreams.java")
    packages = (("org.apache.kafka", "kafka-streams", RELEASE), ("org.slf4j", "slf4j-simple", "1.7.36"))


RECORD = KafkaStreamsCopier()
