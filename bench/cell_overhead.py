"""The overhead of a cell: the time of its task minus the time from the first send to the last receipt."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.goals import at_most
from bench.raw_logs import read_table
from include.load.client_choice import DEFAULT_CLIENT
from include.machine.folders import STATE
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import sealed_cells
from include.rawlog.manifest import read_manifest
from include.settings.any_settings import settings_of

TASKS = """
    select rendered_map_index, duration from task_instance
    where dag_id = 'run_experiment' and run_id = ? and state = 'success' and rendered_map_index is not null
"""


MOST_SECONDS = {"librdkafka": 1.5, "java": 2.5}
"""The goals for the median, by the client of a cell."""


def run(run_folder: Path) -> str:
    """The overhead of a run's cells as a Markdown section. The run's Airflow database must still exist."""
    tasks, cells = _task_seconds(run_folder.name), list(sealed_cells(run_folder))
    outside = [tasks[cell.name] - _cell_seconds(cell) for cell in cells]
    overheads: dict[str, list[float]] = {}
    for cell in cells:
        client = settings_of(read_manifest(cell).cell.settings).traits.delivery.client or DEFAULT_CLIENT
        overheads.setdefault(client.name, []).append(tasks[cell.name] - _measured_seconds(cell))
    return "\n".join(
        [
            "## Overhead of a cell",
            "",
            f"The time of the Airflow task minus the time from the first send to the last receipt, for the "
            f"{len(cells)} cells of `{run_folder.name}`. Airflow itself takes {median(outside):.2f} s of it.",
            "",
            *(_goal(client, seconds) for client, seconds in overheads.items()),
        ]
    )


def _goal(client: str, seconds: Sequence[float]) -> str:
    return (
        f"- {client}, median: {median(seconds):.2f} s {at_most(median(seconds), MOST_SECONDS[client])}; "
        f"{len(seconds)} cells from {min(seconds):.2f} to {max(seconds):.2f} s"
    )


def _task_seconds(run_id: str) -> dict[str, float]:
    database = STATE / "airflow" / "airflow.db"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return dict(connection.execute(TASKS, (run_id,)).fetchall())


def _measured_seconds(cell: AnyPath) -> float:
    created = read_table(cell, "sent.parquet", ["created_ns"])["created_ns"].to_numpy()
    received = read_table(cell, "received.parquet", ["received_ns"])["received_ns"].to_numpy()
    return float(received.max() - created.min()) / 1e9


def _cell_seconds(cell: AnyPath) -> float:
    clock = read_manifest(cell).clock
    return (clock.ended_ns - clock.began_ns) / 1e9
