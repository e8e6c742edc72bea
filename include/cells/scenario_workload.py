"""The base of workloads. A workload is the work of a scenario in a cell, from topics to files."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Generic

from include.cells.cell_context import CellContext, Settings
from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.cluster import Access, Cluster
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topic_names import name_of
from include.faults.scene import Scene
from include.load_runtime.programs_of_cell import LoadPrograms, Topics
from include.matrix.plan import Cell
from include.registry import needed_half
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class CellAttempt:
    """One attempt at a cell of a run, on its cluster."""

    run_id: str
    cell: Cell
    number: int
    """The number of the attempt, from 1."""
    cluster: Cluster


@dataclass(frozen=True)
class Workload(ABC, Generic[Settings]):
    """A scenario's part in one attempt at a cell. Every method may raise a PlatformError."""

    attempt: CellAttempt
    settings: Settings

    @cached_property
    def topics(self) -> Topics:
        """The topic or queue of the messages, which only this attempt uses.

        The name is generated once, because a part of it is random.
        """
        return Topics(name_of(self.attempt.run_id, self.attempt.cell.id, self.attempt.number))

    def context(self, folder: Path, access: Access) -> CellContext[Settings]:
        """The data from which the jobs of all load programs are derived."""
        run, cell = self.attempt.run_id, self.attempt.cell.id
        return CellContext(run, cell, self.settings, folder, self.topics, access.bootstrap, access.proxied)

    @abstractmethod
    def create(self) -> None:
        """Create the topics or the queue, and return when they can be used."""

    def watch_replicas(self) -> InSyncWatch | None:
        """An observer of the in-sync replicas; by default None, for a workload without replicas."""
        return None

    @contextmanager
    def while_sending(self, scene: Scene) -> Iterator[list[FaultWindow]]:  # noqa: ARG002 - for others
        """A context that lasts from before the first message until all messages are sent.

        Its value is the list of the fault windows that it adds. The list is complete when the context has
        ended.
        """
        yield []

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write the files of the raw log that only this scenario has; by default none."""

    def audit(self, folder: Path) -> None:
        """Write the content of the topic or queue, if the cell gives a reason to read it.

        By default, write nothing.
        """

    @abstractmethod
    def record(self) -> dict[str, Any]:
        """The description of the topic or queue for the manifest."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the topics or the queue."""


def workload_of(attempt: CellAttempt) -> Workload[Any]:
    """The workload of an attempt, made by the module of its scenario.

    Raises:
        ModuleNotFoundError: The scenario has no module in ``include.cells.scenarios``.
    """
    settings = attempt.cell.settings
    workload: Workload[Any] = _half(settings).workload(attempt, settings)
    return workload


def programs_of(workload: Workload[Any], folder: Path, access: Access) -> LoadPrograms:
    """The load programs of a cell.

    The programs write to ``folder``, and reach the servers by ``access``.
    """
    programs: LoadPrograms = _half(workload.settings).programs(workload.context(folder, access))
    return programs


def _half(settings: ScenarioSettings) -> ModuleType:
    return needed_half("include.cells.scenarios", settings.scenario)
