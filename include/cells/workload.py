"""The base of workloads: what a scenario does in a cell, from the creation of topics to its files."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.cluster import Access, Cluster
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topic_names import name_of
from include.faults.scene import Scene
from include.load_runtime.program import LoadPrograms, Topics
from include.matrix.plan import Cell
from include.registry import module_name
from include.scenarios.cell_context import CellContext
from include.scenarios.scenario_settings import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings)


@dataclass(frozen=True)
class CellAttempt:
    """One attempt at a cell of a run, on its cluster."""

    run_id: str
    cell: Cell
    number: int
    """The number of the attempt, from 1."""
    cluster: Cluster

    def settings(self, kind: type[Settings]) -> Settings:
        """The cell's settings, checked to be of a class.

        Raises:
            TypeError: The settings are of another class.
        """
        if not isinstance(self.cell.settings, kind):
            raise TypeError(f"{self.cell.id}: its settings are not {kind.__name__}")
        return self.cell.settings


@dataclass(frozen=True)
class Workload(ABC, Generic[Settings]):
    """A scenario's part in one attempt at a cell. Every method may raise a PlatformError."""

    attempt: CellAttempt
    settings: Settings

    @cached_property
    def topics(self) -> Topics:
        """The topic, or the queue, that the messages go through, and that only this attempt uses.

        Its name has a random part, so that it is generated once.
        """
        return Topics(name_of(self.attempt.run_id, self.attempt.cell.id, self.attempt.number))

    def context(self, folder: Path, access: Access) -> CellContext[Settings]:
        """What the jobs of all load programs are derived from."""
        run, cell = self.attempt.run_id, self.attempt.cell.id
        return CellContext(run, cell, self.settings, folder, self.topics, access.bootstrap, access.proxied)

    @abstractmethod
    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        """The load programs, which write to the folder and reach the servers so."""

    @abstractmethod
    def create(self) -> None:
        """Create the topics or the queue; return when they can be used."""

    def watch_replicas(self) -> InSyncWatch | None:
        """An observer of the in-sync replicas; by default None, for a workload without replicas."""
        return None

    @contextmanager
    def while_sending(self, scene: Scene) -> Iterator[list[FaultWindow]]:  # noqa: ARG002 - for others
        """A context that lasts from before the first message until all messages are sent.

        Its value is the list of the fault windows that it adds, complete when the context has ended.
        """
        yield []

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write the files of the raw log that only this scenario has; by default none."""

    def audit(self, folder: Path) -> None:
        """Write what the topic or queue contains, if the cell gives a reason to read it; by default none."""

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
    module = import_module(f"include.cells.scenarios.{module_name(attempt.cell.settings.scenario)}")
    workload: Workload[Any] = module.workload(attempt)
    return workload
