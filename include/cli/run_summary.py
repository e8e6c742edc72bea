"""The summary at the end of a run: the medians, and what failed and why."""

import csv
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from rich import box
from rich.table import Table

from include.folders import work_folder
from include.local_airflow.api import TaskRun
from include.local_airflow.dag_driver import DagRunResult
from include.local_airflow.task_logs import first_error, log_of
from include.rawlog.failure import FAILURE_FILE, read_failure
from include.rawlog.seals import CELLS_FOLDER
from include.report.run_verdict import RunVerdict
from include.storage.path import AnyPath
from include.verdicts.guarantee import Verdict

MAX_TREATMENTS = 8
"""With its heading the table then has ten lines."""

COLUMNS = {
    ("producer-broker", "throughput"): "MiB/s",
    ("producer-broker", "latency_p50"): "acked p50 ms",
    ("producer-consumer", "latency_p50"): "received p50 ms",
    ("producer-consumer", "latency_p99"): "p99 ms",
    ("", "lost"): "lost",
    ("", "duplicated"): "duplicated",
}
"""The headings of the columns, by span and metric."""


@dataclass(frozen=True)
class FailedTask:
    """A failed task or cell: its name, the reason, and the log of the task."""

    name: str
    reason: str
    log: Path


@dataclass(frozen=True)
class FailureGroup:
    """A message about all tasks that failed for the same reason, and the log of the first one."""

    message: str
    log: Path


def failed_tasks(result: DagRunResult, run: AnyPath, cells: list[str], began: float) -> list[FailedTask]:
    """The failed tasks of a DAG run, with their reasons.

    Args:
        result: The DAG run.
        run: The folder of the run.
        cells: The ids of the cells that were to be run, in the order of the mapped task instances.
        began: When the command began, in seconds of the wall clock: an older reason is not of this command.
    """
    return [_failed_task(result, task, run, cells, began) for task in result.failed_tasks]


def _failed_task(
    result: DagRunResult, task: TaskRun, run: AnyPath, cells: list[str], began: float
) -> FailedTask:
    log = log_of(result.dag, result.dag_run, task)
    if not task.is_mapped:
        return FailedTask(task.task, first_error(log), log)
    cell = cells[task.map_index]
    return FailedTask(
        cell, _cell_reason(work_folder(run) / CELLS_FOLDER / cell, began) or first_error(log), log
    )


def _cell_reason(folder: Path, began: float) -> str | None:
    """The reason that a failed cell left; None if the task failed before or after the cell."""
    with suppress(FileNotFoundError, ValidationError):
        if (folder / FAILURE_FILE).stat().st_mtime >= began:
            return read_failure(folder).reason
    return None


def grouped(failed: list[FailedTask]) -> Iterator[FailureGroup]:
    """The failed tasks by the first line of their reason: a broker that ended fails all cells after it."""
    by_reason: dict[str, list[FailedTask]] = {}
    for task in failed:
        by_reason.setdefault(task.reason.partition("\n")[0], []).append(task)
    for reason, tasks in by_reason.items():
        names = tasks[0].name if len(tasks) == 1 else f"{tasks[0].name} and {len(tasks) - 1} more"
        yield FailureGroup(f"{names} failed: {reason}", tasks[0].log)


def invalid_cells(cells: AnyPath) -> list[str]:
    """The cells that are in no median, from ``results/cells.csv``; none if there are no results."""
    if not cells.exists():
        return []
    with cells.open(encoding="utf-8", newline="") as file:
        return [row["cell"] for row in csv.DictReader(file) if row.get("validity") == "invalid"]


def medians_table(summary: AnyPath) -> Table | None:
    """The medians of the first treatments, from ``results/summary.csv``; None if no cell is valid."""
    with summary.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows:
        return None
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("median of", no_wrap=True)
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    treatments = list(dict.fromkeys(row["treatment"] for row in rows))
    for treatment in treatments[:MAX_TREATMENTS]:
        values = {
            (row["span"], row["metric"]): row["median"] for row in rows if row["treatment"] == treatment
        }
        table.add_row(treatment, *(figure(values.get(column, "")) for column in COLUMNS))
    if (more := len(treatments) - MAX_TREATMENTS) > 0:
        table.caption = f"and {more} more treatments in {summary}"
    return table


def guarantees_sentence(verdict: RunVerdict) -> str:
    """How many treatments kept their guarantees, and how many did not."""
    found = Counter(one.found for one in verdict.treatments)
    expected = sum(one.found is Verdict.BROKEN and not one.problem for one in verdict.treatments)
    sentence = f"{found[Verdict.KEPT]} of {len(verdict.treatments)} treatments kept their guarantees"
    counts = {
        "broke them as expected": expected,
        "broke them": found[Verdict.BROKEN] - expected,
        "left them unproven": found[Verdict.UNPROVEN],
        "were not measured": found[None],
    }
    return ", ".join([sentence, *(f"{count} {what}" for what, count in counts.items() if count)]) + "."


def figure(value: str) -> str:
    """The value with three significant digits, or as a whole number; a hyphen if there is no value."""
    if not value:
        return "-"
    number = float(value)
    return f"{number:.0f}" if number.is_integer() or abs(number) >= 100 else f"{number:.3g}"
