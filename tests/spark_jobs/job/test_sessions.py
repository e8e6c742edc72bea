"""The same job wherever there is a session: the results are the same, byte for byte.

tests/storage/test_run.py has those of the job that spark-submit runs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from bench.raw_logs import generate
from include.spark_jobs.job.measured_runs import measure_runs
from include.spark_jobs.job.submission import APPLICATION, ENVIRONMENT

pytestmark = pytest.mark.spark


def results_of(run: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (run / "results").iterdir()}


def test_spark_connect_gives_the_same_results(run: Path) -> None:
    before = results_of(run)
    environment = {**os.environ, **ENVIRONMENT, "SPARK_REMOTE": "local[2]"}
    done = subprocess.run(
        [sys.executable, APPLICATION, str(run)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert results_of(run) == before


def test_several_runs_are_measured_in_one_job(tmp_path: Path, run: Path, spark: SparkSession) -> None:
    other, empty = generate(tmp_path / "other", 2, 20), tmp_path / "empty"
    empty.mkdir()
    before = results_of(run)
    assert measure_runs(spark, [other, run, empty]) == [
        f"{other}/results: 2 cells measured",
        f"{run}/results: 21 cells measured, 1 rejected",
        f"{empty}: no sealed cells, so the results are empty",
    ]
    assert results_of(run) == before
    assert spark.range(3).count() == 3  # the session still is the user's
    header = "cell,treatment,block,order,attempt,start,release"
    (line,) = (empty / "results" / "cells.csv").read_text().splitlines()
    assert line.startswith(header)
    assert sorted(entry.name for entry in other.iterdir()) == ["cells", "results"]
