"""The delivery semantics and the client settings that make them."""

from dataclasses import dataclass
from enum import StrEnum


class Semantics(StrEnum):
    """What a producer and a topic promise together."""

    AT_MOST_ONCE = "at-most-once"
    AT_LEAST_ONCE = "at-least-once"
    IDEMPOTENT = "idempotent"
    EXACTLY_ONCE = "exactly-once"


@dataclass(frozen=True)
class Promise:
    """The settings behind one semantics.

    ``at-most-once``, ``at-least-once`` and ``exactly-once`` are the published experiment's (its
    at-least-once producer is idempotent, its in-sync minimum is meant for the topic). ``idempotent`` is
    the level between: at-least-once's producer on exactly-once's topic, without transactions.
    """

    acks: str
    retries: int
    max_in_flight: int
    idempotence: bool
    transactional: bool
    min_insync_replicas: int
    isolation_level: str


PROMISES: dict[Semantics, Promise] = {
    Semantics.AT_MOST_ONCE: Promise("0", 0, 10, False, False, 1, "read_uncommitted"),
    Semantics.AT_LEAST_ONCE: Promise("all", 2147483647, 5, True, False, 1, "read_uncommitted"),
    Semantics.IDEMPOTENT: Promise("all", 2147483647, 5, True, False, 2, "read_uncommitted"),
    Semantics.EXACTLY_ONCE: Promise("all", 2147483647, 5, True, True, 2, "read_committed"),
}
