"""The record of a delivery semantics, and the registry of all semantics."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.kinds.registry import Registry
from include.load.producer_job import Resend

MESSAGE_VIOLATIONS = frozenset(
    {"lost", "gone", "duplicated", "out_of_order", "aborted_seen", "torn", "hanging", "phantom", "corrupted"}
)
"""The violations that a semantics may exclude, by the names of their metrics."""


@dataclass(frozen=True)
class DeliveryConfig:
    """Producer, topic and consumer settings, by their names in Kafka.

    The defaults are the values for at-least-once. The values for at-most-once and exactly-once come from the
    published experiment. In that experiment, the at-least-once producer is idempotent; in Kerran, it is not.
    ``min.insync.replicas`` is set on the topic, where it has effect.
    """

    acks: str = "all"
    retries: int = 2147483647
    max_in_flight: int = 5
    """Kafka's ``max.in.flight.requests.per.connection``."""
    idempotence: bool = False
    transactional: bool = False
    min_insync_replicas: int = 1
    isolation_level: str = "read_uncommitted"


@dataclass(frozen=True)
class Semantics:
    """The promise that a producer and a topic make together, and the settings that they need for it.

    Source: https://kafka.apache.org/documentation/#semantics.
    """

    name: str
    rank: int
    """The position of the semantics in the order from the weakest promise (0) to the strongest."""
    config: DeliveryConfig
    excludes: frozenset[str]
    """The violations that the semantics promises to exclude."""
    resend: Resend
    """The messages of a killed producer that the next producer sends again."""
    with_idempotence: str | None = None
    """The name of the semantics that results if idempotence is enabled for this producer. None if idempotence
    cannot be chosen."""
    commits_before_producing: bool = False
    """Whether a copier commits the offsets of consumed messages before it produces."""
    ends_with_producer: bool = False
    """Whether duplicates and reordering are excluded only as long as the same producer runs. A new producer
    has another producer id. The promise does not cover the offsets that a copier commits."""


def all_violations_except(violations: Iterable[str] = ()) -> frozenset[str]:
    """All violations except the given ones."""
    return MESSAGE_VIOLATIONS - frozenset(violations)


SEMANTICS = Registry(
    "semantics",
    Semantics,
    "include.kinds.semantics",
    [
        "at-most-once",
        "at-least-once",
        "idempotent",
        "exactly-once",
    ],
)


def transactional_semantics() -> tuple[str, ...]:
    """The names of the semantics that use transactions."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.config.transactional)


def semantics_with_choice_of_idempotence() -> tuple[str, ...]:
    """The names of the semantics for which idempotence can be chosen."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.with_idempotence)
