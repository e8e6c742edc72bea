"""The client and topic settings that make a semantics."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DeliveryConfig:
    """Producer, topic and consumer settings by their Kafka names.

    Those of at-most-once, at-least-once and exactly-once are the published experiment's: its at-least-once
    producer is idempotent, and its ``min.insync.replicas`` is set on the topic, where it has an effect.
    """

    acks: str
    retries: int
    max_in_flight: int
    """Kafka's ``max.in.flight.requests.per.connection``."""
    idempotence: bool
    transactional: bool
    min_insync_replicas: int
    isolation_level: str
