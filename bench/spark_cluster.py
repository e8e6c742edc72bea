"""Compare Spark's local mode with two workers by Compose: the times, and the results bit for bit."""

import os
import subprocess
from pathlib import Path
from time import monotonic

from bench.raw_logs import generate
from include.cli.local_airflow.environment import CONTAINERS, LOCAL, SparkMaster
from include.cli.local_airflow.spark_containers import spark_master
from include.machine.processes.identity import ProcessIdentity
from include.machine.settings import RUNS
from include.rawlog.cells_and_results_of_run import results_of_run
from include.spark_jobs.job.submission import command, submit_settings

CELLS, ROWS = 60, 100_000
"""The number of cells, and the number of rows in each cell."""


def run(folder: Path) -> str:
    """The comparison as a Markdown section; ``folder`` is for the raw logs.

    Raises:
        EngineError: The containers cannot be started.
    """
    os.environ[RUNS.name] = str(folder)  # the folder that is mounted in the workers' containers
    raw_logs = generate(folder / "all", CELLS, ROWS)
    here, here_seconds = _measured(raw_logs, LOCAL)
    with spark_master(CONTAINERS, ProcessIdentity.of(os.getpid()), print) as spark:
        there, there_seconds = _measured(raw_logs, spark)
    same = "the same bit for bit" if here == there else f"**different** in {_different(here, there)}"
    return "\n".join(
        [
            "## Two workers in containers",
            "",
            f"{CELLS} cells of {ROWS:,} messages, in local mode and on the cluster of compose/spark.yaml: "
            f"the {len(here)} result files are {same}. {here_seconds:.1f} s and {there_seconds:.1f} s.",
        ]
    )


def submit(run: Path, spark: SparkMaster) -> "subprocess.CompletedProcess[str]":
    """Measure a run on a Spark master; return the output and the exit code of spark-submit."""
    suited = submit_settings(spark.url, spark.conf)
    return subprocess.run(
        command(run, master=spark.url, conf=spark.conf),
        env={**os.environ, **suited.environment, **spark.variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def results_of(run: Path) -> dict[str, bytes]:
    """The content of each result file, by file name."""
    return {file.name: file.read_bytes() for file in results_of_run(run).iterdir()}


def _measured(run: Path, spark: SparkMaster) -> tuple[dict[str, bytes], float]:
    began = monotonic()
    submit(run, spark).check_returncode()
    return results_of(run), monotonic() - began


def _different(here: dict[str, bytes], there: dict[str, bytes]) -> str:
    return ", ".join(sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name)))
