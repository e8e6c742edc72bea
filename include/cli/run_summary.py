"""What a sweep came to: the medians, and what failed and why."""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.table import Table

from include.local_airflow.api import TaskRun
from include.local_airflow.environment import LOGS
from include.storage.path import AnyPath

MOST_ROWS = 8
"""Treatments in the summary: with its head it has ten lines."""

SHOWN = (
    ("producer-broker", "throughput"),
    ("producer-broker", "latency_p50"),
    ("producer-consumer", "latency_p50"),
    ("producer-consumer", "latency_p99"),
    ("", "lost"),
    ("", "duplicated"),
)
"""Span and metric of the summary's columns."""

HEADS = ("MiB/s", "acked p50 ms", "received p50 ms", "p99 ms", "lost", "duplicated")


@dataclass(frozen=True)
class FailedTask:
    """A task that failed: why, and where its log is."""

    name: str
    reason: str
    log: Path


def failed_tasks(dag: str, dag_run: str, tasks: Iterable[TaskRun], cells: list[str]) -> list[FailedTask]:
    """Why the tasks failed that did, by their own logs; ``cells`` are those that were to run, in order."""
    return [
        FailedTask(cells[task.map_index] if task.map_index >= 0 else task.task, reason(log), log)
        for task in tasks
        if task.state == "failed"
        for log in [log_of(dag, dag_run, task)]
    ]


def log_of(dag: str, dag_run: str, task: TaskRun) -> Path:
    """The log of a task's last attempt."""
    folder = LOGS / f"dag_id={dag}" / f"run_id={dag_run}" / f"task_id={task.task}"
    if task.map_index >= 0:
        folder /= f"map_index={task.map_index}"
    return folder / f"attempt={task.attempt}.log"


def reason(log: Path) -> str:
    """The first error in a task's log, without its stack trace."""
    return next(_errors(log), "it ended without a word")


def _errors(log: Path) -> Iterator[str]:
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            continue
        if event.get("level") in ("error", "critical"):
            yield _said(event)


def _said(event: dict[str, object]) -> str:
    details = event.get("error_detail")
    if isinstance(details, list) and details:
        return f"{details[0].get('exc_type')}: {details[0].get('exc_value')}"
    return str(event.get("event"))


def invalid_cells(cells: AnyPath) -> list[str]:
    """The cells that are in no median, from ``results/cells.csv``; none where there are no results."""
    if not cells.exists():
        return []
    with cells.open(encoding="utf-8", newline="") as file:
        return [row["cell"] for row in csv.DictReader(file) if row.get("validity") == "invalid"]


def medians(summary: AnyPath) -> Table:
    """The medians of every treatment, from ``results/summary.csv``."""
    with summary.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("median of", no_wrap=True)
    for head in HEADS:
        table.add_column(head, justify="right")
    treatments = list(dict.fromkeys(row["treatment"] for row in rows))
    for treatment in treatments[:MOST_ROWS]:
        values = {
            (row["span"], row["metric"]): row["median"] for row in rows if row["treatment"] == treatment
        }
        table.add_row(treatment, *(figure(values.get(column, "")) for column in SHOWN))
    if (more := len(treatments) - MOST_ROWS) > 0:
        table.caption = f"and {more} more treatments in {summary}"
    return table


def figure(value: str) -> str:
    """Three significant digits, or a whole number as it is; a hyphen for what isn't there."""
    if not value:
        return "-"
    number = float(value)
    return f"{number:.0f}" if number.is_integer() or abs(number) >= 100 else f"{number:.3g}"
