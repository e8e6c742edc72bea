"""Kafka Streams that counts the messages of each key in a store."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import JavaApplication

RELEASE = "4.4.0"


class KafkaStreamsCounter(JavaApplication):
    """A topology that copies each message, with the running count of its key."""

    name = "kafka-streams-count"
    title = f"Kafka Streams {RELEASE}, counts the messages of each key in a store"
    semantics = ("at-least-once", "exactly-once")
    count_at = "/count"
    source = Path(__file__).with_name("CountStreams.java")
    packages = (("org.apache.kafka", "kafka-streams", RELEASE), ("org.slf4j", "slf4j-simple", "1.7.36"))


RECORD = KafkaStreamsCounter()
