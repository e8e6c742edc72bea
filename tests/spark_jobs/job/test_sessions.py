"""The same job wherever there is a session: the results are the same, byte for byte.

tests/machine/storage/test_run.py has those of the job that spark-submit runs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.spark_cluster import results_of
from include.spark_jobs.job.submission import APPLICATION, ENVIRONMENT

pytestmark = pytest.mark.spark


def test_spark_connect_gives_the_same_results(run: Path) -> None:
    before = results_of(run)
    environment = {**os.environ, **ENVIRONMENT, "SPARK_REMOTE": "local[2]"}
    command = [sys.executable, APPLICATION, str(run)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert results_of(run) == before
