"""Fill a queue, then empty it: Kafka beside systems that are queues by trade."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from include.load_runtime.message import RECORD_OVERHEAD_BYTES
from include.load_runtime.processing import Processing
from include.load_runtime.scenarios.queue.systems import System
from include.scenarios.delivery.settings import UNTHROTTLED, DeliverySettings
from include.scenarios.semantics import Semantics
from include.scenarios.setting_metadata import AppliesWhen, Slug

OF_EVERY_SYSTEM = frozenset(
    {
        *("scenario", "system", "message_bytes", "messages", "filler", "rate"),
        *("consumers", "backlog", "processing", "batch_messages", "fault"),
    }
)
"""Settings that have a meaning with each system; the others are Kafka's."""

WITH_KAFKA = AppliesWhen("system", (System.KAFKA.value,))

LARGEST_BATCH = 1_040_000
"""Bytes. Kafka's brokers and clients take no more than 1,048,576 in a batch, its header included."""


class QueueSettings(DeliverySettings):
    """Settings of a queue cell: those of a delivery cell whose consumers begin when all has been sent.

    ``batch_messages`` is how many messages are handed over at once, taken at once, and acknowledged at once.
    Kafka's ``batch_bytes`` is by default what holds so many. What is Kafka's alone is left at its default
    with another system.
    """

    scenario: Literal["queue"] = "queue"  # type: ignore[assignment]

    system: Annotated[System, Slug()]

    backlog: Literal[True] = True
    rate: Literal["unthrottled"] = UNTHROTTLED
    processing: Literal[Processing.RECEIVE_ONLY] = Processing.RECEIVE_ONLY
    fault: Literal["no-fault"] = "no-fault"
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 1
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 1

    @model_validator(mode="before")
    @classmethod
    def as_the_system_has_it(cls, values: Any) -> Any:  # noqa: ANN401 - whatever is to be validated
        """Leave out what the system hasn't, and fill in what follows from it."""
        if not isinstance(values, dict):
            return values
        system = values.get("system")
        if system not in list(System) or System(system) is System.KAFKA:
            return {"semantics": Semantics.AT_LEAST_ONCE.value, **_usual_batch(values), **values}
        own = {name: level for name, level in values.items() if not _is_kafkas(name)}
        return {"semantics": _semantics(System(system)).value, **own}

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """What is Kafka's alone has a meaning with Kafka only."""
        usual = super().applies_when(setting)
        if not _is_kafkas(setting):
            return usual
        return replace(usual, also=WITH_KAFKA) if usual else WITH_KAFKA

    @property
    def server(self) -> str | None:
        """The queue server that such a cell runs on; None: the brokers of a Kafka cluster."""
        server = self.system.server
        return server.value if server else None


def _is_kafkas(setting: str) -> bool:
    return setting in DeliverySettings.model_fields and setting not in OF_EVERY_SYSTEM


def _semantics(system: System) -> Semantics:
    """Without confirms nobody tells what became of a message; with an answer to each it can be sent again."""
    return Semantics.AT_MOST_ONCE if system is System.RABBITMQ else Semantics.AT_LEAST_ONCE


def _usual_batch(values: dict[str, Any]) -> dict[str, int]:
    """What holds as many messages as the other systems are handed at once."""
    fields = QueueSettings.model_fields
    count, size = (values.get(name, fields[name].default) for name in ("batch_messages", "message_bytes"))
    if not isinstance(count, int) or not isinstance(size, int):
        return {}  # which is told of them
    return {"batch_bytes": min(max(1, count * (size + RECORD_OVERHEAD_BYTES)), LARGEST_BATCH)}
