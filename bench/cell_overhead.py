"""The overhead of a cell: the time of its task minus the time from the first send to the last receipt."""

import sqlite3
from pathlib import Path
from statistics import median

from include.folders import STATE
from include.rawlog.manifest import read_manifest
from include.rawlog.reader import read_table
from include.rawlog.seals import sealed_cells
from include.storage.path import AnyPath

TASKS = """
    select rendered_map_index, duration from task_instance
    where dag_id = 'delivery_sweep' and run_id = ? and state = 'success' and rendered_map_index is not null
"""


def run(run_folder: Path) -> str:
    """The overhead of a run's cells as a Markdown section. The run's Airflow database must still exist."""
    tasks = _task_seconds(run_folder.name)
    overheads = {cell.name: tasks[cell.name] - _measured_seconds(cell) for cell in sealed_cells(run_folder)}
    outside = [tasks[cell.name] - _cell_seconds(cell) for cell in sealed_cells(run_folder)]
    return "\n".join(
        [
            "## Overhead of a cell",
            "",
            f"The time of the Airflow task minus the time from the first send to the last receipt, for the "
            f"{len(overheads)} cells of `{run_folder.name}`: median **{median(overheads.values()):.2f} s**, "
            f"of which Airflow itself takes {median(outside):.2f} s; from {min(overheads.values()):.2f} s to "
            f"{max(overheads.values()):.2f} s.",
        ]
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
