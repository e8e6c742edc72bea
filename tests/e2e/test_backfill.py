"""A backfill by Airflow's own command, on real brokers of three releases: ``make test-releases``."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.cli.local_airflow.api import wait_for
from include.machine.folders import ROOT
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import sealed_ids
from tests.dag_runs import DagRunsApi

pytestmark = [pytest.mark.releases, pytest.mark.airflow, pytest.mark.brokers, pytest.mark.spark]

DAG = "kafka_releases"
SMALL = {"repetitions": 1, "messages": 2500, "warm_up_seconds": 5, "attempts": 1}
TIMEOUT_SECONDS = 900.0
"""Time for three releases, whose jars may have to be fetched."""


def command(folder: Path, module: str, *arguments: str) -> None:
    folders = {"KERRAN_STATE": str(folder / "state"), "KERRAN_RUNS": str(folder / "runs")}
    line, environment = [sys.executable, "-m", module, *arguments], {**os.environ, **folders}
    subprocess.run(line, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)


@pytest.fixture
def airflow(tmp_path: Path) -> Iterator[DagRunsApi]:
    """Airflow runs, and has parsed the DAG."""
    command(tmp_path, "include.cli", "up")
    try:
        url = json.loads((tmp_path / "state" / "airflow.lock").read_text())["url"]
        password = json.loads((tmp_path / "state" / "secrets.json").read_text())["password"]
        api = DagRunsApi(url, password)
        api.log_in()
        yield api
    finally:
        command(tmp_path, "include.cli", "down")


def backfill(folder: Path, api: DagRunsApi) -> dict[str, str]:
    """Backfill the releases of 2019, and return the state of every DAG run when all have ended."""
    days = ["--from-date", "2019-03-22", "--to-date", "2019-12-16"]
    more = ["--max-active-runs", "2", "--dag-run-conf", json.dumps(SMALL)]
    command(folder, "include.cli.local_airflow", "backfill", "create", "--dag-id", DAG, *days, *more)
    wait_for(lambda: not api.unfinished_backfills(DAG), lambda: None, TIMEOUT_SECONDS, "the backfill goes on")
    return api.states(DAG)


def test_a_backfill_runs_each_release_once_and_the_next_one_nothing(
    tmp_path: Path, airflow: DagRunsApi
) -> None:
    first = {run: state for run, state in backfill(tmp_path, airflow).items() if "backfill" in run}
    assert sorted(run.split("__")[1] for run in first) == ["2.2.2", "2.3.1", "2.4.1"]
    # A DAG run may have failed: on a busy machine all cells may be invalid, and a history needs a valid one.
    for version in ("2.2.2", "2.3.1", "2.4.1"):
        run = tmp_path / "runs" / f"kafka-releases-{version}"
        assert read_plan(run).release == version
        assert len(sealed_ids(run)) == 4
        assert (run / "report" / "index.html").exists()
    again = {run: state for run, state in backfill(tmp_path, airflow).items() if "backfill" in run}
    assert again == first
