from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.raw_logs import generate
from bench.spark_cluster import results_of, submit
from bench.standalone import standalone
from include.cli.local_airflow.environment import LOCAL
from include.machine.processes.wait_until import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.runs]


def test_a_worker_that_is_killed_in_the_middle_of_the_job_changes_no_result(tmp_path: Path) -> None:
    run = generate(tmp_path / "all", 48, 5_000, duplicates=1)  # executors write the duplicates in parts
    submit(run, LOCAL).check_returncode()
    expected = results_of(run)
    with standalone(tmp_path, workers=2) as cluster, ThreadPoolExecutor(1) as beside:
        job = beside.submit(submit, run, cluster.master)
        wait_until(lambda: job.done() or any(run.glob("results.parts.*/*.parquet")), 120, lambda: "no part")
        cluster.kill_worker()
        done = job.result()
    assert done.returncode == 0, done.stderr
    assert "Lost executor" in done.stderr
    assert "48 cells measured" in done.stdout
    assert results_of(run) == expected
