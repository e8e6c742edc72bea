"""The client library of a load program, its release, and which settings it knows and accepts."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self


@dataclass(frozen=True)
class ClientChoice:
    """A client, and its release. If no release is given, the client's own default applies."""

    name: str
    release: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a choice such as ``java-3.9.2`` or ``librdkafka``. Unknown names are not refused."""
        name, _, release = text.partition("-")
        return cls(name, release or None)

    def __str__(self) -> str:
        return self.name if self.release is None else f"{self.name}-{self.release}"


DEFAULT_CLIENT = ClientChoice("librdkafka")


class Role(StrEnum):
    """The two kinds of clients, each with its own settings."""

    PRODUCER = "producer"
    CONSUMER = "consumer"

    @property
    def other(self) -> "Role":
        """The other role."""
        return Role.CONSUMER if self is Role.PRODUCER else Role.PRODUCER


@dataclass(frozen=True)
class ClientAnswer:
    """The answer of a client to settings of one role."""

    unknown: frozenset[str]
    of_other_role: frozenset[str]
    """The names of settings that have a meaning only in the other role."""
    refusal: str
    """The reason why the client refuses the settings of its role; empty if it accepts them."""
    effective: dict[str, str]
    """All settings of the client, defaults included; empty if it refuses a setting."""
    known: frozenset[str]
    """The names of the client's settings. For an unknown name, a message suggests the most similar of these
    names."""
    cut: dict[str, str] = field(default_factory=dict)
    """The number that the client reads of a value, by the name of the setting, if it ignores the rest of the
    value without an error."""
    deprecated: dict[str, str] = field(default_factory=dict)
    """The names of the settings that the client warns about, each with the end of a sentence that begins with
    the name: ``is deprecated in …``."""
