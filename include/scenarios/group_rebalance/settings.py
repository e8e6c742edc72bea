"""The scenario *group rebalance*: members join and leave a consumer group while messages are sent.

A cell records which member owned which partition at which time. The changes of the group are faults:
``add-consumer``, ``stop-consumer``, ``kill-consumer`` and ``restart-consumers``. The assignor decides which
member gets which partitions. The setting ``client`` chooses the client of the members. The producer is not
under test, and uses librdkafka.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from include.kinds.client_releases import client_of, has_consumer_protocol
from include.load.job import Processing
from include.settings.annotations import AppliesWhen, Slug
from include.settings.client import ClientSetting
from include.settings.consumer import ProcessingSettings
from include.settings.traits import Traits


class Assignor(StrEnum):
    """Who assigns the partitions to the members, and by which rule."""

    RANGE = "range"
    """Each member in turn gets successive partitions; every change of the group revokes all partitions."""
    ROUND_ROBIN = "roundrobin"
    """Each member in turn gets one partition; every change of the group revokes all partitions."""
    COOPERATIVE_STICKY = "cooperative-sticky"
    """Members keep their partitions as far as an even assignment allows. Only partitions that move are
    revoked."""
    CONSUMER_PROTOCOL = "consumer-protocol"
    """The brokers assign the partitions to each member separately, by the protocol of Kafka 4 (KIP-848)."""


class RemoteAssignor(StrEnum):
    """The assignment rules of the brokers, for the consumer protocol."""

    UNIFORM = "uniform"
    RANGE = "range"


FIRST_WITH_CONSUMER_PROTOCOL = (4, 0)
"""The first Kafka release whose brokers offer the consumer protocol by default."""


def refuse_java_assignor(level: object) -> object:
    """Refuse the name of an assignor that only the Java client has; return any other name unchanged."""
    if level == "sticky":
        raise ValueError(
            "'sticky' is not an assignor of librdkafka; choose cooperative-sticky, with which members "
            "also keep their partitions where possible, and give up only the partitions that move"
        )
    return level


_WITH_CLASSIC_PROTOCOL = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,), negated=True)
_WITH_CONSUMER_PROTOCOL = AppliesWhen("assignor", (Assignor.CONSUMER_PROTOCOL,))


class GroupRebalanceSettings(ClientSetting, ProcessingSettings):
    """The settings of a group whose members process messages and commit, so that messages may be redelivered.

    With the consumer protocol, two settings of the brokers decide when a member learns of a change and when
    it is evicted: ``group.consumer.heartbeat.interval.ms`` and ``group.consumer.session.timeout.ms``.
    """

    scenario: Literal["group_rebalance"] = "group_rebalance"

    assignor: Annotated[Assignor, BeforeValidator(refuse_java_assignor), Slug()] = Assignor.RANGE
    """The rule by which the clients assign the partitions to the members, or ``consumer-protocol``: the
    brokers assign them (KIP-848)."""
    remote_assignor: Annotated[RemoteAssignor, _WITH_CONSUMER_PROTOCOL, Slug("remote-{}")] = (
        RemoteAssignor.UNIFORM
    )
    """The rule by which the brokers assign the partitions."""
    heartbeat_ms: Annotated[int, Field(ge=100, le=60_000), _WITH_CLASSIC_PROTOCOL, Slug("heartbeat{}ms")] = (
        3_000
    )
    """The interval in ms at which a member asks the brokers whether the group has changed."""
    keys: Annotated[int, Field(ge=0, le=1_000_000), Slug("{}keys")] = 0
    """The number of keys. Messages get the keys in turn, and the key of a message determines its partition.
    With 0, messages have no keys."""

    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 3
    """The number of members of the group at the beginning."""
    processing: Annotated[Processing, Slug()] = Processing.PROCESS_FIRST
    """The order in which every member processes and commits. Members must process."""

    def refusals(self) -> Iterator[str]:
        """Refuse members that only receive, heartbeats that are too rare, and unsupported protocols.

        Members must process, because the cell measures which messages are processed again. Brokers evict a
        member whose heartbeat is late.
        """
        yield from super().refusals()
        if not self.traits.flow.steps:
            yield (
                f"processing: members with {self.processing} do not commit what they have processed; choose "
                "process-first or another order of processing and commit"
            )
        if self.is_classic and self.heartbeat_ms >= self.session_timeout_ms:
            yield (
                f"heartbeat_ms: {self.heartbeat_ms} is not below session_timeout_ms, which is "
                f"{self.session_timeout_ms}"
            )
        if not (self.is_classic or has_consumer_protocol(self.client)):
            first = ".".join(map(str, client_of(self.client).first_with_consumer_protocol))
            yield (
                f"assignor: {self.assignor} needs {self.client.name} {first} or newer, and not "
                f"{self.client.release}"
            )

    @property
    def is_classic(self) -> bool:
        """Whether the group uses the classic protocol, in which a member assigns the partitions."""
        return self.assignor is not Assignor.CONSUMER_PROTOCOL

    def make_traits(self) -> Traits:
        """Derive the oldest Kafka release whose brokers support the group's protocol."""
        traits = super().make_traits()
        if self.is_classic:
            return traits
        needs = replace(traits.needs, release=("assignor", FIRST_WITH_CONSUMER_PROTOCOL))
        return replace(traits, needs=needs)
