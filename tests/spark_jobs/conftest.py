"""A session of Spark, and a run that the real job has measured once for all tests of this folder."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from bench.raw_logs import generate
from include.spark_jobs.job.submission import ENVIRONMENT, command
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
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with violations and a broken cell, measured by spark-submit."""
    run = generate(tmp_path_factory.mktemp("runs") / "all", CELLS, messages=500)
    cell = run / "cells" / "cell-00000"
    copy_with_received(cell, "removed", lambda received: received.slice(7))
    copy_with_received(cell, "doubled", lambda received: pa.concat_tables([received, received.slice(0, 11)]))
    copy_with_received(cell, "swapped", swap_neighbours)
    copy_with_received(cell, "broken", lambda received: received)
    (run / "cells" / "broken" / "sent.parquet").write_bytes(b"PAR1")
    (run / "cells" / "killed").mkdir()
    job, environment = command(run, master="local[2]"), {**os.environ, **ENVIRONMENT}
    done = subprocess.run(job, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{CELLS + 3} cells measured, 1 rejected" in done.stdout
    return run
