"""The failed tasks of a run, with the reasons from their logs."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from include.cli.local_airflow.dag_run import FailedTaskRun
from include.cli.local_airflow.environment import LOGS
from include.kinds.grouping import grouped
from include.machine.folders import work_folder
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, FAILURE_FILE, read_failure

SHOWN_LINES = 12
"""The number of lines that are shown of the end of an application's output or of a broker's log."""

NO_ERROR = "No error was found in the task log; read the whole log."


@dataclass(frozen=True)
class FailedTask:
    """A failed task or cell: its name, the reason, and the log of the task."""

    name: str
    reason: str
    log: Path


def failed_tasks(
    tasks: list[FailedTaskRun], run: AnyPath, cells: list[str], began: float
) -> list[FailedTask]:
    """The failed tasks of a DAG run, with their reasons.

    ``cells`` are the ids of the cells, in the order of the mapped task instances. ``began`` is the start of
    the command, in seconds of the wall clock. Failures of cells before ``began`` belong to other commands.
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
    """Yield a pair for each reason why tasks failed.

    The pair contains a message about the tasks that failed for this reason, and the log of the first of these
    tasks. Many tasks may fail for one reason: if a broker ends, all later cells fail.
    """
    for reason, tasks in grouped(all_tasks, lambda task: task.reason.partition("\n")[0]).items():
        names = tasks[0].name if len(tasks) == 1 else f"{tasks[0].name} and {len(tasks) - 1} more"
        lines = tasks[0].reason.splitlines()[1:][-SHOWN_LINES:]
        yield "\n".join([f"{names} failed: {reason}", *lines]), tasks[0].log


def log_of(task: FailedTaskRun) -> Path:
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
