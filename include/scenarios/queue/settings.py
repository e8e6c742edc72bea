"""The scenario *queue*: fill a queue and then empty it, on Kafka or another server."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from include.load.message import RECORD_OVERHEAD_BYTES
from include.scenarios.queue.systems import (
    KAFKA,
    Durability,
    checked_system,
    servers_by_system,
    systems,
)
from include.settings.annotations import AppliesWhen, Slug
from include.settings.producer import CLIENT_SETTINGS, KafkaClientSettings
from include.settings.traits import Traits

WITH_KAFKA = AppliesWhen("system", (KAFKA.name,))

MAX_BATCH_BYTES = 1_040_000
"""The maximum of ``batch_bytes``: Kafka accepts batches of 1,048,576 bytes at most, including the header."""

KAFKA_ONLY = CLIENT_SETTINGS | {"semantics", "partitions", "replication"}


class QueueSettings(KafkaClientSettings):
    """The settings of a queue cell, whose consumers start when all messages have been sent.

    ``batch_messages`` is the number of messages that are sent, received and acknowledged together. Consumers
    of Kafka ignore it, and take up to 500 messages at once. The default of Kafka's ``batch_bytes`` is the
    size of ``batch_messages`` messages, at most 1,040,000. With systems other than Kafka, Kafka's own
    settings keep their defaults.
    """

    scenario: Literal["queue"] = "queue"

    system: Annotated[str, AfterValidator(checked_system), Slug()]
    """The system that has the queue; [queue.md](queue.md#how-each-system-is-used) describes each system."""

    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 1
    """The number of partitions of the Kafka topic."""
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 1
    """The number of replicas of each partition."""
    linger_ms: Annotated[float, Field(ge=0, le=900_000), Slug("linger{}ms")] = 0
    """The time in ms for which Kafka's producer waits for more messages before it sends a batch."""

    @model_validator(mode="before")
    @classmethod
    def fit_to_system(cls, values: Any) -> Any:  # noqa: ANN401 - a validator gets any value
        """Remove settings that the system does not have, and set the semantics and the size of batches."""
        if not isinstance(values, dict):
            return values
        system = systems().get(str(values.get("system")), KAFKA)
        if system is KAFKA:
            return {"semantics": KAFKA.semantics, **_default_batch(values), **values}
        levels = {name: level for name, level in values.items() if name not in KAFKA_ONLY}
        return {"semantics": system.semantics, **levels}

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies. Kafka's settings apply only if the system is Kafka."""
        usual = super().applies_when(setting)
        if setting not in KAFKA_ONLY:
            return usual
        return replace(usual, also=WITH_KAFKA) if usual else WITH_KAFKA

    @property
    def durability(self) -> Durability:
        """The place where a message is stored at the time when it counts as enqueued."""
        return systems()[self.system].durability

    def make_traits(self) -> Traits:
        """Derive the queue server, and set ``has_backlog``, because consumers start after all sends."""
        traits, server = super().make_traits(), servers_by_system().get(self.system)
        return replace(
            traits,
            flow=replace(traits.flow, has_backlog=True),
            needs=replace(traits.needs, server=server.name if server else None),
        )


def _default_batch(values: dict[str, Any]) -> dict[str, int]:
    """The default ``batch_bytes``: the size of ``batch_messages`` messages, at most ``MAX_BATCH_BYTES``."""
    fields = QueueSettings.model_fields
    count, size = (values.get(name, fields[name].default) for name in ("batch_messages", "message_bytes"))
    if not isinstance(count, int) or not isinstance(size, int):
        return {}  # the validation refuses both settings later
    return {"batch_bytes": min(max(1, count * (size + RECORD_OVERHEAD_BYTES)), MAX_BATCH_BYTES)}
