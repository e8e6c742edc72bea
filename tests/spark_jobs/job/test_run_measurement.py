import pickle
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from bench.raw_logs import generate
from include.machine.storage.object_store_errors import StorageError
from include.rawlog.cells_and_results_of_run import results_of_run
from include.spark_jobs.job.run_measurement import measure_runs, number_of_tasks, raise_storage_error


def test_a_task_has_eight_cells_until_there_are_two_hundred_tasks() -> None:
    entries = (0, 1, 8, 9, 16, 1600, 1601, 4000)
    assert [number_of_tasks(number) for number in entries] == [1, 1, 1, 2, 2, 200, 200, 200]


@pytest.mark.spark
def test_several_runs_are_measured_in_one_job(tmp_path: Path, run: Path, spark: SparkSession) -> None:
    other, empty = generate(tmp_path / "other", 2, 20), tmp_path / "empty"
    empty.mkdir()
    before = {file.name: file.read_bytes() for file in results_of_run(run).iterdir()}
    assert measure_runs(spark, [other, run, empty]) == [
        f"{other}/results: 2 cells measured",
        f"{run}/results: 21 cells measured, 1 rejected",
        f"{empty}: no sealed cells, so the results are empty",
    ]
    assert {file.name: file.read_bytes() for file in results_of_run(run).iterdir()} == before
    assert spark.range(3).count() == 3  # the session still is the user's
    (line,) = (empty / "results" / "cells.csv").read_text().splitlines()
    assert line.startswith("cell,treatment,block,order,attempt,start,release")
    assert sorted(entry.name for entry in other.iterdir()) == ["cells", "results"]


@pytest.mark.spark
def test_unwritable_results_end_the_job(tmp_path: Path, spark: SparkSession) -> None:
    run = generate(tmp_path / "run", 1, 20)
    (run / "results").write_text("a file in the place of the folder")
    with pytest.raises(StorageError, match="results"):
        measure_runs(spark, [run])


def test_an_entry_that_an_executor_could_not_reach_ends_the_job() -> None:
    outcome = pickle.loads(pickle.dumps(StorageError("s3://bucket/a: no answer")))  # noqa: S301 - from this test
    with pytest.raises(StorageError, match="s3://bucket/a: no answer"):
        raise_storage_error([None, outcome])
