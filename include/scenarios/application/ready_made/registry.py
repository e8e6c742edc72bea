"""The ready-made applications, and what each consists of."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from include.kinds.registry import Registry, module_name

VARIABLES: Mapping[str, str] = MappingProxyType(
    {
        "BOOTSTRAP_SERVERS": "{bootstrap_servers}",
        "INPUT_TOPIC": "{input_topic}",
        "OUTPUT_TOPIC": "{output_topic}",
        "GROUP": "{group}",
        "TRANSACTIONAL_ID": "{transactional_id}",
        "STATE_FOLDER": "{state_folder}",
        "SEMANTICS": "{semantics}",
    }
)
"""The environment variables from which every ready-made application reads its settings."""


class ReadyMade(ABC):
    """An application that copies each message of one topic to another, and may add a count."""

    name: str
    title: str
    """The framework and its release, for reports."""
    semantics: tuple[str, ...]
    """What it can be told to promise."""
    count_at: str | None = None
    """The JSON pointer at which its outputs have the running count of their key; None: it only copies."""
    mistake: str = ""
    """What is wrong with it on purpose, as a sentence; empty if nothing is."""

    def prepare(self, say: Callable[[str], None]) -> None:  # noqa: B027 - some need nothing
        """Fetch and compile what is missing. ``say`` reports slow steps."""

    @abstractmethod
    def command(self) -> list[str]:
        """The command line. What it needs was prepared."""


@dataclass(frozen=True)
class PlainPython(ReadyMade):
    """An application in Python whose only package is Kerran's own Kafka client."""

    name: str
    title: str
    semantics: tuple[str, ...]
    mistake: str = ""

    def command(self) -> list[str]:
        return [sys.executable, str(Path(__file__).parent / module_name(self.name) / "app.py")]


READY_MADE: Registry[ReadyMade] = Registry(
    "ready-made application",
    ReadyMade,  # type: ignore[type-abstract] # only for isinstance
    "include.scenarios.application.ready_made.{}.record",
    [
        "plain-python",
        "kafka-streams",
        "kafka-streams-3-9",
        "kafka-streams-count",
        "flink",
        "quix-streams",
        "spark",
        "spring",
        "connect",
        "franz-go",
        "franz-go-1-21",
        "commit-before-flush",
        "auto-commit",
        "transaction-without-group",
    ],
)
