"""What a client says of settings before it is used: which it has, and what it makes of them."""

from dataclasses import dataclass
from enum import StrEnum


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
