"""Kafka Streams with the last client that speaks version 1 of the transaction protocol."""

from include.scenarios.application.ready_made.jvm import JavaApplication
from include.scenarios.application.ready_made.kafka_streams.record import RECORD as COPIER
from include.scenarios.application.ready_made.kafka_streams.record import packages_of

RELEASE = "3.9.2"


class OlderKafkaStreamsCopier(JavaApplication):
    """The topology of ``kafka-streams`` with an older release."""

    name = "kafka-streams-3-9"
    title = f"Kafka Streams {RELEASE}"
    semantics = COPIER.semantics
    source = COPIER.source
    packages = packages_of(RELEASE)


RECORD = OlderKafkaStreamsCopier()
