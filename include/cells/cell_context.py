"""The context of a cell, from which the jobs of its load programs are derived."""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Generic, TypeVar

from include.load_runtime.job import ProxiedBroker
from include.load_runtime.message import cell_number
from include.load_runtime.payload import MessageContent
from include.load_runtime.programs_of_cell import Topics
from include.scenarios.scenario_settings import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings, covariant=True)


@dataclass(frozen=True)
class CellContext(Generic[Settings]):
    """The settings, the folder, the topics and the servers of a cell."""

    run_id: str
    cell_id: str
    settings: Settings
    folder: Path
    topics: Topics
    """The topics, which also name the cell's consumer groups and transactional ids."""
    address: str
    """The addresses that clients connect to first (host and port), separated by commas."""
    proxied: tuple[ProxiedBroker, ...] = ()
    """The listeners of the brokers for clients behind a proxy; empty: there are none."""

    @property
    def number(self) -> int:
        """The cell's number in every message header."""
        return cell_number(self.run_id, self.cell_id)

    @property
    def proxied_address(self) -> str:
        """The addresses of the proxy, separated by commas."""
        return ",".join(f"{broker.proxy}:{broker.port}" for broker in self.proxied)

    @property
    def common(self) -> dict[str, Any]:
        """The fields that every job has."""
        return {"folder": self.folder, "cell": self.number, "messages": self.settings.messages}

    @property
    def duration(self) -> dict[str, Any]:
        """The fields of a producer's job that limit the time of sending and define the lead-in."""
        traits = self.settings.traits
        longest_seconds = traits.longest_sending_seconds
        return {
            "sending_seconds": longest_seconds if isfinite(longest_seconds) else None,
            "untimed_messages": traits.lead_in_messages,
            "untimed_seconds": 0 if traits.is_paced else self.settings.lead_in_seconds,
        }

    @property
    def content(self) -> MessageContent:
        """The content of the messages, for the jobs that write or check messages."""
        settings = self.settings
        return MessageContent(
            message_bytes=settings.message_bytes, filler=settings.filler, filler_seed=self.number
        )
