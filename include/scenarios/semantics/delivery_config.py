"""The client and topic settings of a semantics."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DeliveryConfig:
    """Producer, topic and consumer settings, by their names in Kafka.

    The values for at-most-once and exactly-once are those of the published experiment. Its at-least-once
    producer is idempotent, which the semantics of this name is not. ``min.insync.replicas`` is set on the
    topic, where it has effect.
    """

    acks: str
    retries: int
    max_in_flight: int
    """Kafka's ``max.in.flight.requests.per.connection``."""
    idempotence: bool
    transactional: bool
    min_insync_replicas: int
    isolation_level: str
