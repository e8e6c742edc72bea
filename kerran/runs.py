"""Runs and their results as pandas DataFrames. docs/tables.md describes the columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from include.machine import folders
from include.machine.storage.path import AnyPath, path_of
from include.plan.plan import PLAN_FILE, find_run
from include.report.measured_run import MeasuredRun, read_measured_run

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def names() -> list[str]:
    """The names of the runs in the folder of runs (``KERRAN_RUNS``), without ``latest``, sorted."""
    if not folders.RUNS.is_dir():
        return []
    runs = (folder.name for folder in folders.RUNS.iterdir() if (folder / PLAN_FILE).is_file())
    return sorted(name for name in runs if name != "latest")


def load(run: str) -> MeasuredRun:
    """The results of a run: ``cells``, ``summary``, and ``table(name)`` for other tables.

    Args:
        run: The name of a run, ``latest``, or a folder or URL of one.

    Raises:
        FileNotFoundError: there is no such run.
    """
    return read_measured_run(_folder(run))


def measure(runs: Sequence[str], spark: "SparkSession") -> list[str]:
    """Compute the results of runs from their raw logs, in an existing Spark session.

    Args:
        runs: Names, folders or URLs of runs.
        spark: The session: of this process, or of Spark Connect.

    Returns:
        A sentence for each run, with the numbers of its cells.

    Raises:
        StorageError: A cell could not be read, or results could not be written; the former results remain.
    """
    from include.spark_jobs.job.run_measurement import measure_runs

    return measure_runs(spark, [_folder(run).resolve() for run in runs])


def _folder(run: str) -> AnyPath:
    return find_run(run) or path_of(run)
