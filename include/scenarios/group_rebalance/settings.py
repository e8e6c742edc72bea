"""The settings of a group rebalance cell."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from include.load_runtime.processing import Processing
from include.scenarios.processing_settings import ProcessingSettings
from include.scenarios.setting_metadata import AppliesWhen, Slug


class Assignor(StrEnum):
    """Who assigns the partitions to the members, and by which rule."""

    RANGE = "range"
    """The first member gets the first partitions, and so on; on a change every member gives up everything."""
    ROUND_ROBIN = "roundrobin"
    """One partition to each member in turn; on a change every member gives up everything."""
    COOPERATIVE_STICKY = "cooperative-sticky"
    """Partitions stay where they are as far as that is even, and only those that move are given up."""
    CONSUMER_PROTOCOL = "consumer-protocol"
    """The brokers assign them, by the protocol of Kafka 4 (KIP-848): each member changes by itself."""


class RemoteAssignor(StrEnum):
    """The rules that brokers know."""

    UNIFORM = "uniform"
    RANGE = "range"


FIRST_WITH_CONSUMER_PROTOCOL = (4, 0)
"""The first release whose brokers offer it by default."""


def known_assignor(level: object) -> object:
    """The level itself, unless it is an assignor that the Java client has and librdkafka does not."""
    if level == "sticky":
        raise ValueError(
            "'sticky' is not an assignor of librdkafka; choose cooperative-sticky, which also leaves "
            "partitions where they are, and has members give up only those that move"
        )
    return level


_CLASSIC = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,), but=True)
_BY_BROKERS = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,))


class GroupRebalanceSettings(ProcessingSettings):
    """The consumers are members of one group, which process and commit, so that messages may be redelivered.

    With the consumer protocol the brokers say how soon a member hears of a change and when it is evicted
    (their settings ``group.consumer.heartbeat.interval.ms`` and ``group.consumer.session.timeout.ms``).
    """

    scenario: Literal["group_rebalance"] = "group_rebalance"

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
                f"processing: members of {self.processing} do not commit what they have processed; choose "
                "process-first, or another order of the two"
            )
        return self

    @model_validator(mode="after")
    def heartbeats_fit_the_session(self) -> Self:
        """The heartbeat interval must be shorter than the session timeout, or brokers evict the member."""
        if self.is_classic and self.heartbeat_ms >= self.session_timeout_ms:
            raise ValueError(
                f"heartbeat_ms: {self.heartbeat_ms} is not below session_timeout_ms, which is "
                f"{self.session_timeout_ms}"
            )
        return self

    @property
    def is_classic(self) -> bool:
        """Whether the members assign the partitions among themselves, as before Kafka 4."""
        return self.assignor is not Assignor.CONSUMER_PROTOCOL

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """Brokers offer the consumer protocol since 4.0."""
        return None if self.is_classic else ("assignor", FIRST_WITH_CONSUMER_PROTOCOL)
