"""The logs of Airflow's tasks: where they are, and the first error in one."""

import json
from collections.abc import Iterator
from pathlib import Path

from include.local_airflow.api import TaskRun
from include.local_airflow.environment import LOGS

NO_ERROR = "No error was logged; see the task log."


def log_of(dag: str, dag_run: str, task: TaskRun) -> Path:
    """The log of a task's last attempt."""
    folder = LOGS / f"dag_id={dag}" / f"run_id={dag_run}" / f"task_id={task.task}"
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
