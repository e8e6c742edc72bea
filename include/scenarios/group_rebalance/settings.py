"""Members of a group come and go while messages flow: who owns which partition when, and what it costs.

What happens to the group is a fault, as in any scenario: ``add-consumer``, ``stop-consumer``,
``kill-consumer``, ``restart-consumers``. How partitions are shared out is the assignor's business.
"""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from include.load_runtime.processing import Processing
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.setting_metadata import AppliesWhen, Slug


class Assignor(StrEnum):
    """Who shares out the partitions among the members, and by which rule."""

    RANGE = "range"
    """The first member gets the first partitions, and so on; on a change everybody gives up everything."""
    ROUND_ROBIN = "roundrobin"
    """One partition to each member in turn; likewise."""
    COOPERATIVE_STICKY = "cooperative-sticky"
    """Partitions stay where they are as far as that is fair, and only those that move are given up."""
    CONSUMER_PROTOCOL = "consumer-protocol"
    """The brokers share them out, by the protocol of Kafka 4 (KIP-848): each member changes by itself."""


class RemoteAssignor(StrEnum):
    """The rules that brokers know."""

    UNIFORM = "uniform"
    RANGE = "range"


FIRST_WITH_CONSUMER_PROTOCOL = (4, 0)
"""The first release whose brokers offer it without being asked to."""


def known_assignor(level: object) -> object:
    """The level itself, unless the client library hasn't what every Java client has."""
    if level == "sticky":
        raise ValueError(
            "'sticky' is none of librdkafka's assignors; take cooperative-sticky, which lets partitions stay "
            "where they are just so, and has members give up only those that move"
        )
    return level


_CLASSIC = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,), but=True)
_BY_BROKERS = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,))


class OwnershipSettings(DeliverySettings):
    """Settings of an ownership cell: those of a delivery cell, whose consumers are members of one group.

    They process and commit, so that what changes hands may be delivered again. With the consumer protocol it
    is the brokers that say how soon a member hears of a change and when it is missed (their settings
    ``group.consumer.heartbeat.interval.ms`` and ``group.consumer.session.timeout.ms``).
    """

    scenario: Literal["ownership"] = "ownership"  # type: ignore[assignment]

    assignor: Annotated[Assignor, BeforeValidator(known_assignor), Slug()] = Assignor.RANGE
    remote_assignor: Annotated[RemoteAssignor, _BY_BROKERS, Slug("remote-{}")] = RemoteAssignor.UNIFORM
    heartbeat_ms: Annotated[int, Field(ge=100, le=60_000), _CLASSIC, Slug("heartbeat{}ms")] = 3_000
    """How often a member asks whether the group has changed."""
    keys: Annotated[int, Field(ge=0, le=1_000_000), Slug("{}keys")] = 0
    """How many keys the messages take in turn, which decide on their partitions; 0: messages have none."""

    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 3
    processing: Annotated[Processing, Slug()] = Processing.PROCESS_FIRST

    @model_validator(mode="after")
    def members_process(self) -> Self:
        """Receipt alone leaves nothing that could be delivered again."""
        if not self.steps:
            raise ValueError(
                f"processing: members of {self.processing} don't commit what they have processed; take "
                "process-first, or another order of the two"
            )
        return self

    @model_validator(mode="after")
    def heartbeats_fit_the_session(self) -> Self:
        """A member that asks less often than it is missed would be missed all the time."""
        if self.is_classic and self.heartbeat_ms >= self.session_timeout_ms:
            raise ValueError(
                f"heartbeat_ms: {self.heartbeat_ms} isn't below the session's {self.session_timeout_ms} ms"
            )
        return self

    @property
    def is_classic(self) -> bool:
        """Whether the members share out the partitions among themselves, as before Kafka 4."""
        return self.assignor is not Assignor.CONSUMER_PROTOCOL

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """Brokers offer the consumer protocol since 4.0."""
        return None if self.is_classic else ("assignor", FIRST_WITH_CONSUMER_PROTOCOL)
