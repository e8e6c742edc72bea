"""What the load programs of a cell have in common."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from include.load_runtime.message import cell_number
from include.load_runtime.program import Topics
from include.scenarios.scenario_settings import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings, covariant=True)


@dataclass(frozen=True)
class CellContext(Generic[Settings]):
    """Where and with what settings a cell's load programs run.

    ``topics`` also name the cell's consumer groups and transactional ids; ``address`` is what clients connect
    to first: host and port, several separated by commas.
    """

    run_id: str
    cell_id: str
    settings: Settings
    folder: Path
    topics: Topics
    address: str

    @property
    def number(self) -> int:
        """The cell's number in every message header."""
        return cell_number(self.run_id, self.cell_id)

    @property
    def common(self) -> dict[str, Any]:
        """What every job says."""
        return {"folder": self.folder, "cell": self.number, "messages": self.settings.messages}

    @property
    def content(self) -> dict[str, Any]:
        """What determines the content of each message."""
        return {
            "message_bytes": self.settings.message_bytes,
            "filler": self.settings.filler,
            "filler_seed": self.number,
        }
