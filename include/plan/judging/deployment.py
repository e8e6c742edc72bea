"""Facts on the user's topic, brokers and client that are not in the files of settings."""

from dataclasses import dataclass

from include.machine.releases.versions import Version, feature_of

REPLICAS = 3
"""The number of replicas of the topics in judged cells."""


@dataclass(frozen=True)
class BrokerLimits:
    """The settings of brokers, and of the topic, that limit what clients may do."""

    owner: str = "the default limits of brokers"
    """Whose limits they are, in words."""
    is_of_cluster: bool = False
    """Whether they were read from the user's own cluster."""
    transaction_max_timeout_ms: int = 900_000
    group_min_session_timeout_ms: int = 6_000
    group_max_session_timeout_ms: int = 1_800_000
    max_message_bytes: int = 1_048_588
    """The largest batch, with its overhead: ``message.max.bytes`` of brokers, or ``max.message.bytes`` of the
    topic."""
    is_of_topic: bool = False
    """Whether ``max_message_bytes`` is the topic's own."""
    note: str = ""
    """A sentence on where the limits come from, or why they could not be read."""


DEFAULT_LIMITS = BrokerLimits()

FIRST_WITH_LONG_SESSIONS: Version = (2, 3)
"""The first release of brokers that allow sessions of more than 5 min by default (KIP-345)."""

FIRST_WITH_MEBIBYTE: Version = (2, 5)
"""The first release of brokers whose largest batch is that of the Java client by default (KAFKA-4203)."""


def default_limits(release: str) -> BrokerLimits:
    """The default limits of a release of brokers."""
    feature = feature_of(release)
    return BrokerLimits(
        owner=f"the default limits of brokers of Kafka {release}",
        group_max_session_timeout_ms=1_800_000 if feature >= FIRST_WITH_LONG_SESSIONS else 300_000,
        max_message_bytes=1_048_588 if feature >= FIRST_WITH_MEBIBYTE else 1_000_012,
    )


@dataclass(frozen=True)
class Deployment:
    """Facts about the topic, the brokers and the client's release, which are not in the user's files."""

    given_min_insync_replicas: int | None = None
    """The ``min.insync.replicas`` of the user's topic; None if the user gave no value."""
    is_release_known: bool = True
    """Whether the user named the client's release, and not only the client."""
    limits: BrokerLimits = DEFAULT_LIMITS
    brokers: Version | None = None
    """The feature release of the brokers; None if the user did not name it."""

    @property
    def min_insync_replicas(self) -> int:
        """The ``min.insync.replicas`` of the topics in judged cells.

        Kafka's default is 1: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas.
        """
        return self.given_min_insync_replicas or 1
