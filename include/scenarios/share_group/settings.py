"""The settings of the scenario *share group*: the members of a share group share the messages of a topic.

A broker gives each message to one member, for a limited time. The member accepts the message, releases it for
another delivery, or rejects it. A message that was delivered as often as the limit allows is archived.

Source: KIP-932, https://cwiki.apache.org/confluence/display/KAFKA/KIP-932%3A+Queues+for+Kafka.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from include.kinds.client_releases import client_of, has_renewals, has_share_groups
from include.kinds.fault import SEPARATOR, Fault, Step, Target
from include.load.strike_terms import Strike
from include.machine.releases.versions import Version
from include.settings.annotations import AppliesWhen, Slug, TreatmentName
from include.settings.client import ClientSetting
from include.settings.fault_parameters import StrikeParameters
from include.settings.traits import BrokerBound, Traits

FIRST_WITH_SHARE_GROUPS: Version = (4, 2)
"""The first Kafka release whose new clusters have share groups."""

FIRST_WITH_LIMIT_OF_GROUP: Version = (4, 4)
"""The first Kafka release in which a group has a limit of deliveries of its own."""

FIRST_WITH_DEAD_LETTERS: Version = (4, 4)
"""The first Kafka release in which a group has a dead-letter topic (KIP-1191)."""

FIRST_WITH_RENEWALS: Version = (4, 2)
"""The first Kafka release whose brokers renew locks (KIP-1222)."""

LIMIT_OF_BROKERS = "group.share.delivery.count.limit"

BOUNDS = (
    BrokerBound("lock_ms", "group.share.min.record.lock.duration.ms", 15_000, is_least=True),
    BrokerBound("lock_ms", "group.share.max.record.lock.duration.ms", 60_000, is_least=False),
    BrokerBound("session_timeout_ms", "group.share.min.session.timeout.ms", 45_000, is_least=True),
    BrokerBound("session_timeout_ms", "group.share.max.session.timeout.ms", 60_000, is_least=False),
)
"""What brokers accept as settings of a share group, with the defaults of Kafka 4.2 to 4.4."""

DEFAULT_LIMIT = 5
"""The default of ``group.share.delivery.count.limit``."""


class Acknowledgement(StrEnum):
    """How a member acknowledges what it has processed."""

    IMPLICIT = "implicit"
    """The next poll accepts all messages of the previous one."""
    EXPLICIT = "explicit"
    """The member decides on each message, and commits its decisions after each poll."""


WITH_DECISIONS = AppliesWhen("acknowledgement", (Acknowledgement.EXPLICIT,))

WHILE_PROCESSING = AppliesWhen(
    "fault", ("slow-processing", "freeze-consumer", "kill-before-commit", "kill-repeatedly"), SEPARATOR
)
"""The condition under which a member processes for some time: a fault lets it pause."""

Percent = Annotated[int, Field(ge=0, le=100)]


class ShareGroupSettings(StrikeParameters, ClientSetting):
    """The settings of a producer, a topic, and the members of a share group. All use ``client``.

    The semantics is that of the producer. With ``exactly-once``, members read committed messages only
    (``share.isolation.level``).
    """

    is_producer_under_test: ClassVar[bool] = False

    scenario: Literal["share_group"] = "share_group"

    variant: Annotated[TreatmentName | None, Slug()] = None
    """A name for the treatments of a part of the experiment, needed if they differ in ``strike``."""

    acknowledgement: Annotated[Acknowledgement, Slug()] = Acknowledgement.EXPLICIT
    """How members acknowledge (``share.acknowledgement.mode``): ``implicit``, or ``explicit``."""
    released_percent: Annotated[Percent, WITH_DECISIONS, Slug("release{}percent")] = 0
    """The percentage of the messages that a member releases at their first delivery, and accepts later."""
    rejected_percent: Annotated[Percent, WITH_DECISIONS, Slug("reject{}percent")] = 0
    """The percentage of the messages that a member rejects."""
    poison_percent: Annotated[Percent, WITH_DECISIONS, Slug("poison{}percent")] = 0
    """The percentage of the messages that members release at every delivery, until they are archived."""
    commit_messages: Annotated[int | None, Field(ge=1), WITH_DECISIONS, Slug("commit{}")] = None
    """The maximum number of messages that a member acknowledges and commits together; None: all that a poll
    returned. With a smaller number, the group has settled a part of a producer's batch while the member holds
    the rest."""
    lock_ms: Annotated[int, Field(ge=1_000, le=3_600_000), Slug("lock{}ms")] = 15_000
    """The time in ms for which a member has a message (``share.record.lock.duration.ms`` of the group). Then
    the message is delivered again. Brokers refuse less than ``group.share.min.record.lock.duration.ms``, by
    default 15 s."""
    renew_ms: Annotated[int | None, Field(ge=100, le=3_600_000), WHILE_PROCESSING, Slug("renew{}ms")] = None
    """The time in ms after which a member that is still processing renews the locks of what it holds, again
    and again (``AcknowledgeType.RENEW``, since Kafka 4.2; KIP-1222); None: it does not. It has renewed them
    once when the fault strikes."""
    delivery_limit: Annotated[int | None, Field(ge=2, le=10), Slug("{}deliveries")] = None
    """The number of deliveries after which a message is archived (``share.delivery.count.limit`` of the
    group, since Kafka 4.4); None: that of the brokers, which is 5 by default
    (``group.share.delivery.count.limit``)."""
    dead_letter_topic: Annotated[bool, Slug("dead-letter-topic-{}")] = False
    """Whether the group has a dead-letter topic, to which brokers copy every message that was rejected or
    archived (``errors.deadletterqueue.topic.name`` of the group, since Kafka 4.4; KIP-1191)."""
    share_version: Annotated[Literal[1] | None, Slug("share{}")] = None
    """The brokers' level of share groups (``share.version``); None: their default, which is 1 since 4.2. With
    1, share groups can be tried on 4.1, whose preview is off by default."""

    def refusals(self) -> Iterator[str]:
        """Refuse a client without share groups or renewals, and decisions on more than all messages."""
        yield from super().refusals()
        if not has_share_groups(self.client):
            yield self._without_share_groups()
        if (share := self.released_percent + self.rejected_percent + self.poison_percent) > 100:
            yield f"poison_percent: members would release and reject {share} % of the messages"
        if self.renew_ms is not None:
            yield from self._refusals_of_renewals(self.renew_ms)
        if not self.traits.pace.is_fixed:
            yield "rate: should be a number of messages per second"

    def _without_share_groups(self) -> str:
        client = client_of(self.client)
        if client.share_member is None:
            return f"client: {self.client} has no load program for share groups; use librdkafka or java"
        first = ".".join(map(str, client.first_with_share_groups))
        return (
            f"client: {self.client} has no share consumer (KIP-932) for production; {client.name} {first} has"
        )

    def _refusals_of_renewals(self, renew_ms: int) -> Iterator[str]:
        if not has_renewals(self.client):
            yield f"renew_ms: {self.client} cannot renew locks (KIP-1222); use java 4.2 or newer"
        if self.acknowledgement is Acknowledgement.IMPLICIT:
            yield "renew_ms: a member with implicit acknowledgement cannot renew locks; use explicit"
        if renew_ms >= self.lock_ms:
            yield f"renew_ms: {renew_ms} is not below lock_ms, which is {self.lock_ms}"

    def refusal_of(self, fault: Fault) -> str | None:
        """A slow member is slow beside its lock, not only beside ``max_poll_interval_ms``."""
        if fault.name == "slow-processing" and self.processing_ms > self.lock_ms:
            return None
        return super().refusal_of(fault)

    @property
    def is_set_back(self) -> bool:
        """Whether the group is set back to the beginning of the topic."""
        return "alter-offsets" in self.fault.split(SEPARATOR)

    def limit_on(self, brokers: Mapping[str, Any]) -> int:
        """The number of deliveries after which brokers with these settings archive a message."""
        return self.delivery_limit or int(brokers.get(LIMIT_OF_BROKERS, DEFAULT_LIMIT))

    @property
    def quiet_seconds(self) -> float:
        """The time in s without a message after which all are settled.

        It is the time of a lock or, if members die, of their session: until it ends, no other member gets the
        partitions that the dead one has. To it is added the time for which a strike lets a member wait.
        """
        return self._quiet_seconds(self.traits)

    def _quiet_seconds(self, traits: Traits) -> float:
        loses_member = traits.disturbance.has_fault_with_target(Target.CONSUMER)
        seconds = max(self.lock_ms, self.session_timeout_ms if loses_member else 0) / 1000
        return seconds + max(map(self._wait_seconds, self.strike), default=0) + CHECK_SECONDS

    def _wait_seconds(self, strike: Strike) -> float:
        """The time in s for which a member waits for an answer after a strike."""
        gap_ms = self.socket_timeout_ms or SOCKET_TIMEOUT_MS
        waits_ms = [strike.delay_ms or 0, strike.until.delay_ms if strike.until else 0]
        return max(*waits_ms, gap_ms if strike.leaves_a_gap else 0) / 1000

    def make_traits(self) -> Traits:
        """Derive the traits. A message may be delivered again if something explains it."""
        traits = super().make_traits()
        promises = traits.delivery.promises - {"duplicated", "out_of_order"}
        release = traits.needs.release if self.share_version else ("scenario", FIRST_WITH_SHARE_GROUPS)
        if self.renew_ms is not None:
            release = ("renew_ms", FIRST_WITH_RENEWALS)
        if self.delivery_limit:
            release = ("delivery_limit", FIRST_WITH_LIMIT_OF_GROUP)
        further = {"unsettled", "unexplained"}
        if self.dead_letter_topic:
            release = ("dead_letter_topic", FIRST_WITH_DEAD_LETTERS)
            further.add("dead_letters_missing")
        if self.is_set_back:
            further.add("not_again")
        return replace(
            traits,
            naming=replace(traits.naming, label=f"{self.acknowledgement} acknowledgement", factors=FACTORS),
            delivery=replace(traits.delivery, promises=promises | further),
            flow=replace(
                traits.flow,
                steps=(Step.PROCESS, Step.COMMIT),
                consumers_only_receive=False,
                consumer_commits_automatically=False,
                reads_to_the_end=False,
                held_ms=max(self.lock_ms, self.session_timeout_ms),
                settling_seconds=self._quiet_seconds(traits) if self.poison_percent else 0,
            ),
            needs=replace(
                traits.needs,
                release=release,
                bounds=BOUNDS,
                capabilities={**self.needs_of_strikes, **traits.needs.capabilities},
            ),
        )


CHECK_SECONDS = 8.0
"""The time in s that a message may take to be delivered again when its lock or the session has ended."""

SOCKET_TIMEOUT_MS = 60_000
"""The default of librdkafka's ``socket.timeout.ms``."""

FACTORS = ("variant", "acknowledgement", "semantics", "client", "message_bytes")
