"""The choice of a client: the library with which a load program talks to Kafka, and its release."""

from dataclasses import dataclass
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
