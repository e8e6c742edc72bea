"""Install Kerran by pip into an Airflow of its own, and run an experiment there to its report."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest

from include.local_airflow.api import wait_for
from tests.e2e.test_sweep import TINY
from tests.install.plain_airflow import airflow, copy_project, install, pip, running, settings

pytestmark = [pytest.mark.install, pytest.mark.airflow, pytest.mark.brokers, pytest.mark.spark]

DAG = "delivery_sweep"

START_SECONDS, RUN_SECONDS = 180.0, 400.0


@dataclass(frozen=True)
class Installed:
    """A virtual environment with Airflow, its home with Kerran's folders, and its variables."""

    environment: Path
    home: Path
    variables: dict[str, str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    environment = tmp_path_factory.mktemp("venv")
    home = tmp_path_factory.mktemp("airflow")
    install(environment, version("apache-airflow"))
    copy_project(home)
    return Installed(environment, home, settings(environment, home))


@pytest.fixture(scope="module")
def client(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the REST API, which has logged in."""
    airflow(installed.environment, installed.variables, "db", "migrate")
    url = installed.variables["AIRFLOW__API__BASE_URL"]
    with (
        running(installed.environment, installed.variables, tmp_path_factory.mktemp("logs")),
        httpx.Client(base_url=url, timeout=60) as client,
    ):
        wait_for(lambda: answers(client), lambda: None, START_SECONDS, "Airflow's API server did not answer")
        client.headers["Authorization"] = f"Bearer {client.get('/auth/token').json()['access_token']}"
        wait_for(lambda: knows_dag(client), lambda: None, START_SECONDS, f"Airflow did not read {DAG}")
        yield client


def answers(client: httpx.Client) -> bool:
    try:
        return client.get("/execution/health").is_success
    except httpx.TransportError:
        return False


def knows_dag(client: httpx.Client) -> bool:
    return client.get(f"/api/v2/dags/{DAG}").is_success


def test_no_package_conflicts_with_another(installed: Installed) -> None:
    pip(installed.environment, "check")


def test_all_dags_can_be_imported(client: httpx.Client) -> None:
    assert client.get("/api/v2/importErrors").json()["import_errors"] == []
    names = {dag["dag_id"] for dag in client.get("/api/v2/dags").json()["dags"]}
    assert names == {DAG, "kafka_releases", "regression_sweep", "release_catalogue"}


def test_an_experiment_runs_to_its_report(client: httpx.Client, installed: Installed, tmp_path: Path) -> None:
    experiment = tmp_path / "tiny.yaml"
    experiment.write_text(TINY)
    client.patch(f"/api/v2/dags/{DAG}", json={"is_paused": False}).raise_for_status()
    form = {"experiment": str(experiment), "run": "tiny-1", "attempts": 1, "warm_up_seconds": 3}
    asked = {"dag_run_id": "first", "logical_date": None, "conf": form}
    client.post(f"/api/v2/dags/{DAG}/dagRuns", json=asked).raise_for_status()

    def state() -> str:
        return str(client.get(f"/api/v2/dags/{DAG}/dagRuns/first").json()["state"])

    wait_for(lambda: state() in {"success", "failed"}, lambda: None, RUN_SECONDS, "The DAG run did not end")
    assert state() == "success"
    run = installed.home / "runs" / "tiny-1"
    assert json.loads((run / "results" / "verdict.json").read_text())["result"] == "good"
    assert "A tiny experiment" in client.get("/kerran/runs/tiny-1/report/index.html").text
