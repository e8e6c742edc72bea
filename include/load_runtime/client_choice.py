"""The library with which a load program talks to Kafka, its release, and what it says of settings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True)
class ClientChoice:
    """A client, and its release if the client has the releases of Kafka."""

    name: str
    release: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``java-3.9.2`` or ``librdkafka``, without a check that there is such a client."""
        name, _, release = text.partition("-")
        return cls(name, release or None)

    def __str__(self) -> str:
        return self.name if self.release is None else f"{self.name}-{self.release}"


DEFAULT_CLIENT = ClientChoice("librdkafka")


class Role(StrEnum):
    """The two kinds of clients, which have settings of their own."""

    PRODUCER = "producer"
    CONSUMER = "consumer"

    @property
    def other(self) -> "Role":
        """The other kind."""
        return Role.CONSUMER if self is Role.PRODUCER else Role.PRODUCER


@dataclass(frozen=True)
class ClientAnswer:
    """The answer of a client to settings of one role."""

    unknown: frozenset[str]
    of_other_role: frozenset[str]
    """The names that have a meaning in the other role only."""
    refusal: str
    """Why the client refuses the other settings, in its own words; empty if it accepts them."""
    effective: dict[str, str]
    """All settings of the client, with its defaults; empty if it refuses."""
    known: frozenset[str]
    """Names that the client has, from which a misspelt one can be recognised."""
