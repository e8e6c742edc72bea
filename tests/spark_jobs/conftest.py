"""A session of Spark, and a run that has been measured in it once for all tests of this folder."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from bench.raw_logs import generate
from include.spark_jobs.job.run_measurement import measure_runs
from tests.rawlog.sealing import copy_with_received
from tests.spark_session import spark

__all__ = ["spark"]

CELLS = 18


def swap_neighbours(received: pa.Table) -> pa.Table:
    """Swap the first two rows of one partition with each other, whole."""
    rows = np.arange(received.num_rows)
    first, second = np.flatnonzero(received["partition"].to_numpy() == received["partition"][0].as_py())[:2]
    rows[[first, second]] = rows[[second, first]]
    return received.take(rows)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory, spark: SparkSession) -> Path:
    """A measured run with violations and a broken cell."""
    run = generate(tmp_path_factory.mktemp("runs") / "all", CELLS, messages=500)
    cell = run / "cells" / "cell-00000"
    copy_with_received(cell, "removed", lambda received: received.slice(7))
    copy_with_received(cell, "doubled", lambda received: pa.concat_tables([received, received.slice(0, 11)]))
    copy_with_received(cell, "swapped", swap_neighbours)
    broken = copy_with_received(cell, "broken", lambda received: received)
    (broken / "sent.parquet").write_bytes(b"PAR1")
    (run / "cells" / "killed").mkdir()
    assert measure_runs(spark, [run]) == [f"{run}/results: {CELLS + 3} cells measured, 1 rejected"]
    return run
