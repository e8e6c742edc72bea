"""How far a run is, read from its folder: whoever watches must not load the machine that is measured."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from pathlib import Path

from include.folders import work_folder
from include.matrix.estimate import estimate
from include.matrix.plan import Cell, Plan
from include.rawlog.failure import FAILURE_FILE
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.seals import CELLS_FOLDER, sealed_ids
from include.storage.errors import StorageError
from include.storage.path import AnyPath

AFTER_CELLS = timedelta(seconds=15)
"""Spark and the report, roughly."""


class Stage(Enum):
    """What a sweep is doing; in the order in which it does it."""

    AIRFLOW = "Airflow"
    CLUSTER = "Cluster"
    CELLS = "Cells"
    SPARK = "Results"
    REPORT = "Report"


@dataclass(frozen=True)
class Progress:
    """A look at a run: where it is, and its cells."""

    stage: Stage
    cells: list[Cell]
    sealed: list[str]
    failed: list[str]
    current: str | None

    def left(self, measuring: timedelta, sealed_before: int) -> timedelta:
        """The time left, judged by how long the cells took that were sealed while ``measuring``."""
        done = [cell for cell in self.cells if cell.id in self.sealed]
        to_do = [cell for cell in self.cells if cell.id not in {*self.sealed, *self.failed}]
        pace = 1.0
        if fresh := len(done) - sealed_before:
            pace = measuring / (estimate(done) * (fresh / len(done)))
        return estimate(to_do) * pace + AFTER_CELLS


class Run:
    """A run that is being swept since ``began`` (seconds of the wall clock, as files have them).

    Its cells are looked at where they are worked on, which is on this machine.
    """

    def __init__(self, folder: AnyPath, plan: Plan, began: float) -> None:
        self._summary = folder / "results" / "summary.csv"
        self._work = work_folder(folder)
        self._cells = plan.cells
        self._sealed_before = sealed_ids(folder)
        self._began = began

    def look(self) -> Progress:
        """How far it is now."""
        sealed = [cell.id for cell in self._cells if self._is_sealed(cell)]
        failed = [cell.id for cell in self._cells if self._fresh(self._cell(cell) / FAILURE_FILE)]
        current = self._current({*sealed, *failed})
        ended = len({*sealed, *failed}) == len(self._cells)
        return Progress(self._stage(current, ended=ended), self._cells, sealed, failed, current)

    def _stage(self, current: str | None, *, ended: bool) -> Stage:
        if not current and self._fresh(self._summary):
            return Stage.REPORT
        if ended:
            return Stage.SPARK
        begun = current or any(self._fresh(self._cell(cell)) for cell in self._cells)
        return Stage.CELLS if begun else Stage.CLUSTER

    def _current(self, ended: set[str]) -> str | None:
        """The cell begun last, unless it has ended; a killed one's folder looks the same, but is older."""
        begun = {cell.id: self._touched(self._cell(cell)) for cell in self._cells if cell.id not in ended}
        latest = max(begun, key=lambda cell: begun[cell], default=None)
        return latest if latest and begun[latest] >= self._began else None

    def _cell(self, cell: Cell) -> Path:
        return self._work / CELLS_FOLDER / cell.id

    def _is_sealed(self, cell: Cell) -> bool:
        return cell.id in self._sealed_before or self._fresh(self._cell(cell) / MANIFEST_FILE)

    def _fresh(self, path: AnyPath) -> bool:
        return self._touched(path) >= self._began

    def _touched(self, path: AnyPath) -> float:
        """When it was changed; long ago where it isn't there: an invalid cell's folder is moved aside."""
        try:
            return path.stat().st_mtime
        except (FileNotFoundError, StorageError):
            return 0.0  # a storage that is away for a moment doesn't end the sweep
