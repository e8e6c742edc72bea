"""The context of a cell: what the jobs of all its load programs are derived from."""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Generic, TypeVar

from include.load_runtime.job import ProxiedBroker
from include.load_runtime.message import cell_number
from include.load_runtime.program import Topics
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
    """The listeners of the brokers that clients reach through a proxy; empty: there are none."""

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
        """The fields of a producer's job that limit the time of sending, and say what is not timed."""
        settings = self.settings
        longest_seconds = settings.longest_sending_seconds
        return {
            "sending_seconds": longest_seconds if isfinite(longest_seconds) else None,
            "untimed_messages": settings.lead_in_messages,
            "untimed_seconds": 0 if settings.is_paced else settings.lead_in_seconds,
        }

    @property
    def content(self) -> dict[str, Any]:
        """The fields of a job that determine the content of each message."""
        return {
            "message_bytes": self.settings.message_bytes,
            "filler": self.settings.filler,
            "filler_seed": self.number,
        }
