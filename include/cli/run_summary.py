"""The summary at the end of a run: the medians, and the failed tasks with the reasons from their logs."""

import csv
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from rich import box
from rich.table import Table

from include.folders import work_folder
from include.grouping import grouped
from include.local_airflow.api import TaskRun
from include.local_airflow.environment import LOGS
from include.rawlog.run_files import CELLS_FOLDER, FAILURE_FILE, read_failure
from include.storage.path import AnyPath

MAX_TREATMENTS = 8
"""The maximum number of treatments in a table. With its header, such a table has ten lines."""

MAX_NAMED = 3
"""The maximum number of invalid cells that are named."""

COLUMNS = {
    ("producer-broker", "throughput"): "MiB/s",
    ("producer-broker", "latency_p50"): "acked p50 ms",
    ("producer-consumer", "latency_p50"): "received p50 ms",
    ("producer-consumer", "latency_p99"): "p99 ms",
}
"""The headings of the columns, by span and metric."""


@dataclass(frozen=True)
class FailedTask:
    """A failed task or cell: its name, the reason, and the log of the task."""

    name: str
    reason: str
    log: Path


def failed_tasks(tasks: list[TaskRun], run: AnyPath, cells: list[str], began: float) -> list[FailedTask]:
    """The failed tasks of a DAG run, with their reasons.

    ``cells`` are the ids of the cells, in the order of the mapped task instances. ``began`` is the start of
    the command, in seconds of the wall clock. Failures of cells before this time belong to other commands.
    """
    failed = []
    for task in tasks:
        log = log_of(task)
        cell = cells[task.map_index] if task.is_mapped else None
        reason = _cell_reason(work_folder(run) / CELLS_FOLDER / cell, began) if cell else None
        failed.append(FailedTask(cell or task.task, reason or first_error(log), log))
    return failed


def _cell_reason(folder: Path, began: float) -> str | None:
    """The reason in the ``failure.json`` of a cell; None if the task failed before or after the cell."""
    with suppress(FileNotFoundError, ValidationError):
        if (folder / FAILURE_FILE).stat().st_mtime >= began:
            return read_failure(folder).reason
    return None


def failures(all_tasks: list[FailedTask]) -> Iterator[tuple[str, Path]]:
    """Yield a message for each reason, about all tasks that failed for it, and the first task's log.

    Many tasks may fail for one reason: if a broker ends, all later cells fail.
    """
    for reason, tasks in grouped(all_tasks, lambda task: task.reason.partition("\n")[0]).items():
        names = tasks[0].name if len(tasks) == 1 else f"{tasks[0].name} and {len(tasks) - 1} more"
        yield f"{names} failed: {reason}", tasks[0].log


def invalid_sentence(cells: AnyPath) -> str:
    """A sentence about the invalid cells, which are in no median; empty if all cells are valid."""
    if not cells.exists():
        return ""
    rows = _rows(cells)
    invalid = [row for row in rows if row.get("validity") == "invalid"]
    if not invalid:
        return ""
    reasons = "; ".join(f"{row['cell']}: {row.get('invalid_because')}" for row in invalid[:MAX_NAMED])
    more = (
        f"; and {len(invalid) - MAX_NAMED} more, which the report lists" if len(invalid) > MAX_NAMED else ""
    )
    verb = "is" if len(invalid) == 1 else "are"
    return f"{len(invalid)} of {len(rows)} measured cells {verb} invalid, and in no median ({reasons}{more})."


def medians_table(summary: AnyPath) -> Table | None:
    """A table of medians from ``results/summary.csv``; None for no treatments or too many."""
    rows = _rows(summary)
    treatments = list(dict.fromkeys(row["treatment"] for row in rows))
    if not 0 < len(treatments) <= MAX_TREATMENTS:
        return None
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("median of", no_wrap=True)
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    for treatment in treatments:
        values = {
            (row["span"], row["metric"]): row["median"] for row in rows if row["treatment"] == treatment
        }
        table.add_row(treatment, *(figure(values.get(column, "")) for column in COLUMNS))
    return table


def _rows(table: AnyPath) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def figure(value: str) -> str:
    """The value with three significant digits, or as a whole number; a hyphen if there is no value."""
    if not value:
        return "-"
    number = float(value)
    return f"{number:.0f}" if number.is_integer() or abs(number) >= 100 else f"{number:.3g}"


NO_ERROR = "No error was logged; see the task log."


def log_of(task: TaskRun) -> Path:
    """The log of a task's last attempt."""
    folder = LOGS / f"dag_id={task.dag}" / f"run_id={task.dag_run}" / f"task_id={task.task}"
    if task.is_mapped:
        folder /= f"map_index={task.map_index}"
    return folder / f"attempt={task.attempt}.log"


def first_error(log: Path) -> str:
    """The first error in a task's log, without its stack trace."""
    return next(_errors(log), NO_ERROR)


def _errors(log: Path) -> Iterator[str]:
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            continue
        if event.get("level") in ("error", "critical"):
            yield _message(event)


def _message(event: dict[str, object]) -> str:
    details = event.get("error_detail")
    if isinstance(details, list) and details:
        return f"{details[0].get('exc_type')}: {details[0].get('exc_value')}"
    return str(event.get("event"))
