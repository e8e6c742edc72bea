"""The progress of a run, and the expected time until its end.

The progress is read from the run's folder: requests to Airflow would load the machine that is measured.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import NamedTuple

from include.machine.folders import work_folder
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.plan.estimate import estimate
from include.plan.plan import Plan
from include.plan.treatment import Cell
from include.rawlog.block_decisions import BlockDecision, read_decisions
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, FAILURE_FILE, report_page, sealed_ids
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.start_records import WAITING_FILE
from include.verdicts.comparison.samples import FEWEST_PAIRS

RESULTS_AND_REPORT_SECONDS = 23.0
"""The time between the end of the last cell and the end of the run, on a machine without an earlier run. In
this time brokers stop, Spark measures, and the report is written."""

LONGEST_END_SECONDS = 300.0
"""A report that is this much newer than the last cell of its run was written again later."""


class Stage(Enum):
    """The stages of a run in their order, and the activity in each stage."""

    AIRFLOW = "loading it, and its DAG"
    CLUSTER = "preparing the brokers"
    CELLS = "measuring"
    RESULTS = "computing the results from the raw logs with Spark"
    REPORT = "writing the report"


@dataclass(frozen=True)
class RunProgress:
    """The progress of a run at one moment. Times are seconds of the wall clock."""

    cells: Sequence[Cell]
    ended: frozenset[str]
    """The ids of the cells that are sealed or have failed."""
    failed: frozenset[str]
    current: str
    """The id of the running cell; empty if no cell runs."""
    began: Mapping[Stage, float]
    """The time at which each stage began, in order. The last stage is the present stage."""
    time_left: timedelta | None
    """The expected time until the run ends; None until the first cell begins."""
    waits_for: str = ""
    """What the run waits for before its brokers can start; empty if it does not wait."""

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return list(self.began)[-1]


class ProgressReader:
    """Reads the progress of a run for a command that began at ``began``.

    ``began`` is in seconds of the wall clock, like the times of files. The folders of the cells are on this
    machine, even if the run is in an object store.
    """

    def __init__(self, folder: AnyPath, plan: Plan, began: float) -> None:
        self._summary = folder / "results" / "summary.csv"
        self._folder, self._plan = folder, plan
        here = work_folder(folder)
        self._waiting, cells = here / WAITING_FILE, here / CELLS_FOLDER
        self._folders = {cell.id: cells / cell.id for cell in plan.cells}
        self._sealed_before = sealed_ids(folder) & self._folders.keys()
        self._command_began = began
        self._end_seconds = end_seconds_of_earlier_run(folder.parent, plan.experiment.name)
        self._stages_began: dict[Stage, float] = {}

    def read(self, stage: Stage | None = None) -> RunProgress:
        """The present progress. Without ``stage``, the stage is derived from the files of the run."""
        moment, began = time.time(), self._stages_began
        started, failed = self._changed(), self._changed(FAILURE_FILE)
        end_times = failed | self._changed(MANIFEST_FILE)
        ended = self._sealed_before | end_times.keys()
        blocks = self._blocks()
        cells = [cell for cell in self._plan.cells if cell.block <= blocks.expected]
        are_cells_over = blocks.are_decided and {cell.id for cell in cells} <= ended
        stage = stage or self._stage(are_over=are_cells_over, has_begun=bool(started))
        if stage is Stage.CELLS:
            began.pop(Stage.RESULTS, None)  # the last cell is tried again
        began.setdefault(stage, moment)  # no other stage begins twice
        # A killed cell is unfinished, too; therefore, the unfinished cell with the newest folder is chosen.
        unfinished = [cell for cell in started if cell not in ended]
        current = max(unfinished, key=started.__getitem__, default="")
        left = self._time_left(cells, end_times, moment)
        waits_for = self._waits_for() if stage is Stage.CLUSTER else ""
        return RunProgress(cells, frozenset(ended), frozenset(failed), current, dict(began), left, waits_for)

    def _waits_for(self) -> str:
        if _modified(self._waiting) < self._command_began:
            return ""
        with suppress(FileNotFoundError):
            return self._waiting.read_text(encoding="utf-8")
        return ""

    def _blocks(self) -> "ExpectedBlocks":
        with suppress(StorageError):
            return expected_blocks(self._plan, read_decisions(self._folder))
        return ExpectedBlocks(self._plan.experiment.most_repetitions, are_decided=False)

    def _time_left(
        self, cells: Sequence[Cell], end_times: Mapping[str, float], now: float
    ) -> timedelta | None:
        began = self._stages_began.get(Stage.CELLS, self._stages_began.get(Stage.RESULTS))
        cells = [cell for cell in cells if cell.id not in self._sealed_before]
        return None if began is None else time_left(cells, end_times, began, now, self._end_seconds)

    def _stage(self, *, are_over: bool, has_begun: bool) -> Stage:
        """The stage according to the files of the run. While a file is unreachable, it may be too early."""
        if _modified(self._summary) >= self._command_began:
            return Stage.REPORT
        if are_over:
            return Stage.RESULTS
        return Stage.CELLS if has_begun else Stage.CLUSTER

    def _changed(self, file: str = "") -> dict[str, float]:
        """The times at which cells changed ``file`` since the command began, by cell id.

        Without ``file``, the times are those of the cells' folders.
        """
        moments = {cell: _modified(folder / file) for cell, folder in self._folders.items()}
        return {cell: moment for cell, moment in moments.items() if moment >= self._command_began}


class ExpectedBlocks(NamedTuple):
    """The number of blocks that a run is expected to have, and whether it can have no other number."""

    expected: int
    are_decided: bool


def expected_blocks(plan: Plan, decisions: Sequence[BlockDecision]) -> ExpectedBlocks:
    """The expected number of blocks: from the widths after the last block, and from the time of a block.

    As long as no width is known, the run is expected to use up its time.
    """
    until, fewest = plan.experiment.until, plan.experiment.repetitions
    if until is None:
        return ExpectedBlocks(fewest, are_decided=True)
    last = decisions[-1] if decisions else None
    if last and last.reason.is_stop:
        return ExpectedBlocks(last.blocks, are_decided=True)
    in_time = max(FEWEST_PAIRS, int(60 * until.minutes / _block_seconds(plan, last)))
    precise_after = max(fewest, last.expected_blocks) if last and last.widths else until.repetitions
    blocks = min(precise_after, until.repetitions, in_time)
    expected = max(blocks, last.blocks + 1) if last else blocks
    return ExpectedBlocks(expected, are_decided=expected == until.repetitions)


def _block_seconds(plan: Plan, last: BlockDecision | None) -> float:
    if last and last.seconds:
        return last.seconds / last.blocks
    return estimate(cell for cell in plan.cells if cell.block == 1).total_seconds()


def _modified(path: AnyPath) -> float:
    """The time at which a path was modified; 0 if it does not exist or cannot be reached.

    For example, an invalid cell may have been moved away, or an object store may be unreachable.
    """
    try:
        return path.stat().st_mtime
    except (FileNotFoundError, StorageError):
        return 0.0  # the command goes on while a storage cannot be reached for a moment


def end_seconds_of_earlier_run(runs: AnyPath, experiment: str) -> float:
    """The time between the last cell and the report of the newest run of an experiment, in seconds.

    ``RESULTS_AND_REPORT_SECONDS`` if this machine has no such run.
    """
    with suppress(OSError, StorageError):
        for name in sorted((run.name for run in runs.glob(f"{experiment}-*")), reverse=True):
            run = runs / name
            if not (reported := _modified(report_page(run))):
                continue
            last_cell = max(map(_modified, (run / CELLS_FOLDER).glob(f"*/{MANIFEST_FILE}")), default=0.0)
            is_usable = 0 < reported - last_cell <= LONGEST_END_SECONDS
            return reported - last_cell if is_usable else RESULTS_AND_REPORT_SECONDS
    return RESULTS_AND_REPORT_SECONDS


def time_left(
    cells: Sequence[Cell], end_times: Mapping[str, float], began: float, now: float, end_seconds: float
) -> timedelta:
    """The expected time until the end of the run.

    The estimate for the cells that have not ended is multiplied by the ratio of actual to estimated time of
    the ended cells. Each block contains all treatments, so that the ratio suits the remaining blocks.

    The cells run one after another, from ``began`` on. ``end_times`` has the end of each ended cell, by id.
    ``end_seconds`` is the expected time from the last cell to the end of the run. All times are in seconds.
    """
    last_end = max(end_times.values(), default=began)
    since_last = timedelta(seconds=now - last_end)
    results_and_report = timedelta(seconds=end_seconds)
    to_do = [cell for cell in cells if cell.id not in end_times]
    if not to_do:
        return max(timedelta(), results_and_report - since_last)
    estimated = estimate(cell for cell in cells if cell.id in end_times)
    ratio = timedelta(seconds=last_end - began) / estimated if estimated else 1.0
    left = estimate(to_do) * ratio
    return left - min(since_last, left / len(to_do)) + results_and_report
