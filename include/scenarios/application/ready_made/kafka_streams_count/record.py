"""Kafka Streams that counts the messages of each key in a store."""

from pathlib import Path

from include.scenarios.application.ready_made.jvm import JavaApplication
from include.scenarios.application.ready_made.kafka_streams.record import RECORD as COPIER


class KafkaStreamsCounter(JavaApplication):
    """A topology that copies each message, with the running count of its key."""

    name = "kafka-streams-count"
    title = f"{COPIER.title}, counts the messages of each key in a store"
    semantics = COPIER.semantics
    count_at = "/count"
    source = Path(__file__).with_name("CountStreams.java")
    packages = COPIER.packages


RECORD = KafkaStreamsCounter()
