"""The progress of a run, and the expected time until its end.

The progress is read from the run's folder: requests to Airflow would load the machine that is measured.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from pathlib import Path

from include.folders import work_folder
from include.matrix.estimate import cell_seconds
from include.matrix.plan import Plan
from include.matrix.treatment import Cell
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.run_files import CELLS_FOLDER, FAILURE_FILE, sealed_ids
from include.storage.errors import StorageError
from include.storage.path import AnyPath

RESULTS_AND_REPORT_SECONDS = 29.0
"""The usual time between the end of the last cell and the end of the run. In this time brokers stop, Spark
measures, the report is written, and Airflow stops. On two cores, two runs of 3 cells needed 29 and 31 s. Runs
of 69, 140 and 245 cells needed 22 to 26 s until the report was written."""


class Stage(Enum):
    """The stages of a run, in their order."""

    AIRFLOW = "Airflow"
    CLUSTER = "Cluster"
    CELLS = "Cells"
    RESULTS = "Results"
    REPORT = "Report"


@dataclass(frozen=True)
class RunProgress:
    """The progress of a run at one moment: its stage, and which of its cells have ended or are running.

    Times are seconds of the wall clock.
    """

    stage: Stage
    cells: list[Cell]
    sealed: list[str]
    failed: list[str]
    current: str | None
    ended_at: Mapping[str, float]
    """The end of each cell that this command has run, by the id of the cell."""
    moment: float

    @property
    def ended(self) -> set[str]:
        """The ids of the cells that are sealed or have failed."""
        return {*self.sealed, *self.failed}

    def time_left(self, began: float) -> timedelta:
        """The expected time until the run ends. ``began`` is when the first cell of this command began."""
        ended_earlier = self.ended - self.ended_at.keys()
        cells = [cell for cell in self.cells if cell.id not in ended_earlier]
        return time_left(cells, self.ended_at, began, self.moment)


class ProgressReader:
    """Reads the progress of a run for a command that began at ``began``.

    ``began`` is in seconds of the wall clock, like the times of files. The folders of the cells are on this
    machine, even if the run is in an object store.
    """

    def __init__(self, folder: AnyPath, plan: Plan, began: float) -> None:
        self._summary = folder / "results" / "summary.csv"
        self._work = work_folder(folder)
        self._cells = plan.cells
        self._sealed_before = sealed_ids(folder)
        self._began = began

    def read(self) -> RunProgress:
        """The present progress."""
        moment = time.time()
        sealed_at, failed_at = self._new(MANIFEST_FILE), self._new(FAILURE_FILE)
        sealed_ids = {*self._sealed_before, *sealed_at}
        sealed_cells = [cell.id for cell in self._cells if cell.id in sealed_ids]
        ended_ids = {*sealed_cells, *failed_at}
        current = self._current(ended_ids)
        stage = self._stage(current, all_ended=len(ended_ids) == len(self._cells))
        ended_at = failed_at | sealed_at
        return RunProgress(stage, self._cells, sealed_cells, list(failed_at), current, ended_at, moment)

    def _new(self, file: str) -> dict[str, float]:
        """The times at which cells wrote ``file`` since the command began, by cell id."""
        moments = {cell.id: self._modified(self._folder(cell) / file) for cell in self._cells}
        return {cell: moment for cell, moment in moments.items() if moment >= self._began}

    def _stage(self, current: str | None, *, all_ended: bool) -> Stage:
        if not current and self._is_new(self._summary):
            return Stage.REPORT
        if all_ended:
            return Stage.RESULTS
        has_begun = current or any(self._is_new(self._folder(cell)) for cell in self._cells)
        return Stage.CELLS if has_begun else Stage.CLUSTER

    def _current(self, ended_ids: set[str]) -> str | None:
        """The running cell; None if no cell runs.

        Killed cells are unfinished, too; therefore, the unfinished cell with the newest folder is chosen.
        """
        start_times = {
            cell.id: self._modified(self._folder(cell)) for cell in self._cells if cell.id not in ended_ids
        }
        latest = max(start_times, key=lambda cell: start_times[cell], default=None)
        return latest if latest and start_times[latest] >= self._began else None

    def _folder(self, cell: Cell) -> Path:
        return self._work / CELLS_FOLDER / cell.id

    def _is_new(self, path: AnyPath) -> bool:
        return self._modified(path) >= self._began

    def _modified(self, path: AnyPath) -> float:
        """The time at which a path was modified; 0 if it does not exist or cannot be reached.

        For example, an invalid cell may have been moved away, or an object store may be unreachable.
        """
        try:
            return path.stat().st_mtime
        except (FileNotFoundError, StorageError):
            return 0.0  # the command goes on while a storage cannot be reached for a moment


def time_left(cells: Sequence[Cell], end_times: Mapping[str, float], began: float, now: float) -> timedelta:
    """The expected time until the end of the run.

    If cells of a treatment have ended, the treatment's other cells are expected to take the mean time of the
    ended cells. For a treatment without ended cells, the estimate is multiplied by the ratio of actual to
    estimated time of all ended cells.

    The cells run one after another, from ``began`` on. ``end_times`` has the end of each ended cell, by id.
    All times are in seconds.
    """
    since_last = now - max(end_times.values(), default=began)
    if len(end_times) == len(cells):
        return timedelta(seconds=max(0.0, RESULTS_AND_REPORT_SECONDS - since_last))
    to_do = sum(_expected_seconds(cells, _durations(end_times, began)))
    current = to_do / (len(cells) - len(end_times))
    return timedelta(seconds=to_do - min(since_last, current) + RESULTS_AND_REPORT_SECONDS)


def _durations(end_times: Mapping[str, float], began: float) -> dict[str, float]:
    """The duration of each ended cell in s, counted from the end of the previous cell."""
    in_order = sorted(end_times, key=end_times.__getitem__)
    starts = [began, *(end_times[cell] for cell in in_order)]
    return {cell: end_times[cell] - start for cell, start in zip(in_order, starts, strict=False)}


def _expected_seconds(cells: Iterable[Cell], durations: Mapping[str, float]) -> Iterable[float]:
    """Yield the expected duration in s of each cell that has not ended."""
    treatment_durations: dict[str, list[float]] = {}
    estimated = 0.0
    for cell in cells:
        if cell.id in durations:
            treatment_durations.setdefault(cell.treatment, []).append(durations[cell.id])
            estimated += cell_seconds(cell.settings)
    factor = sum(durations.values()) / estimated if estimated else 1.0
    for cell in cells:
        if cell.id not in durations:
            seconds = treatment_durations.get(cell.treatment)
            yield sum(seconds) / len(seconds) if seconds else cell_seconds(cell.settings) * factor
