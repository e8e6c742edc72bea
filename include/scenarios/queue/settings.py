"""The settings of a queue cell."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from include.load_runtime.message import RECORD_OVERHEAD_BYTES
from include.load_runtime.scenarios.queue.systems import System
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.scenario_settings import ScenarioSettings
from include.scenarios.setting_metadata import AppliesWhen, Slug

WITH_KAFKA = AppliesWhen("system", (System.KAFKA.value,))

MAX_BATCH_BYTES = 1_040_000
"""Kafka's brokers and clients accept no more than 1,048,576 bytes in a batch, its header included."""

KAFKA_ONLY = frozenset(KafkaClientSettings.model_fields) - frozenset(ScenarioSettings.model_fields) | {
    "semantics",
    "partitions",
    "replication",
}
"""Settings that have a meaning with Kafka alone."""


class QueueSettings(KafkaClientSettings):
    """The consumers begin when all messages have been sent.

    ``batch_messages`` is how many messages are sent at once, taken at once, and acknowledged at once. Kafka's
    ``batch_bytes`` is by default what holds so many. Settings of Kafka alone are left at their defaults with
    another system.
    """

    scenario: Literal["queue"] = "queue"

    system: Annotated[System, Slug()]

    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 1
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 1

    @model_validator(mode="before")
    @classmethod
    def as_the_system_has_it(cls, values: Any) -> Any:  # noqa: ANN401 - whatever is to be validated
        """Leave out what the system does not have, and fill in what follows from it."""
        if not isinstance(values, dict):
            return values
        system = values.get("system")
        if system not in list(System) or System(system) is System.KAFKA:
            return {"semantics": System.KAFKA.semantics, **_default_batch(values), **values}
        own = {name: level for name, level in values.items() if name not in KAFKA_ONLY}
        return {"semantics": System(system).semantics, **own}

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """Settings of Kafka alone have a meaning with Kafka only."""
        usual = super().applies_when(setting)
        if setting not in KAFKA_ONLY:
            return usual
        return replace(usual, also=WITH_KAFKA) if usual else WITH_KAFKA

    @property
    def server(self) -> str | None:
        """The server of the system."""
        server = self.system.server
        return server.value if server else None

    @property
    def has_backlog(self) -> bool:
        """Always."""
        return True


def _default_batch(values: dict[str, Any]) -> dict[str, int]:
    """The bytes that hold as many messages as the other systems are sent at once."""
    fields = QueueSettings.model_fields
    count, size = (values.get(name, fields[name].default) for name in ("batch_messages", "message_bytes"))
    if not isinstance(count, int) or not isinstance(size, int):
        return {}  # these two are refused by themselves
    return {"batch_bytes": min(max(1, count * (size + RECORD_OVERHEAD_BYTES)), MAX_BATCH_BYTES)}
