"""What a scenario does in a cell, from an empty topic to its part of the raw log."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.cluster import Cluster
from include.clusters.isr_watch import InSyncWatch
from include.faults.scene import Scene
from include.load_runtime.program import LoadPrograms, Topics
from include.matrix.plan import Cell
from include.registry import acting_half
from include.scenarios.scenario_settings import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings)


@dataclass(frozen=True)
class CellAttempt:
    """One attempt at a cell of a run, on its cluster."""

    run_id: str
    cell: Cell
    number: int
    cluster: Cluster

    def settings(self, kind: type[Settings]) -> Settings:
        """The cell's settings, which are of this kind.

        Raises:
            TypeError: they are not.
        """
        if not isinstance(self.cell.settings, kind):
            raise TypeError(f"{self.cell.id}: its settings are no {kind.__name__}")
        return self.cell.settings


class Workload(Protocol):
    """Made for one attempt at a cell. A method that cannot do its work raises a PlatformError."""

    @property
    def topics(self) -> Topics:
        """The topics, or the queue, that the messages go through."""
        ...

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """The load programs, which write to the folder and reach the servers at the address."""
        ...

    def create(self) -> None:
        """Create the topics or the queue, and return when they can be used."""

    def watch(self) -> InSyncWatch | None:
        """What observes the in-sync replicas while the cell runs; None where there are none."""
        ...

    def while_sending(self, scene: Scene) -> AbstractContextManager[list[FaultWindow]]:
        """What lasts from before the first message until all are sent, with the windows that it leaves."""
        ...

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write the files of the raw log that only this scenario has."""

    def audit(self, folder: Path) -> None:
        """Write down what is really in the topic or queue, where there is a reason to look."""

    def record(self) -> dict[str, Any]:
        """What the manifest says of the topic or queue."""
        ...

    def remove(self) -> None:
        """Remove the topics or the queue."""


def workload_of(attempt: CellAttempt) -> Workload:
    """The workload of the cell's scenario."""
    scenario = attempt.cell.settings.scenario
    half = acting_half("include.cells.scenarios", scenario)
    if half is None:
        raise ModuleNotFoundError(f"include.cells.scenarios has no module for the scenario {scenario}")
    workload: Workload = half.workload(attempt)
    return workload
