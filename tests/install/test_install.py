"""Bring Kerran into an Airflow of its own, in each layout, and run an experiment there to its report."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest

from include.cli.local_airflow.api import wait_for
from tests.e2e.test_sweep import TINY
from tests.install.layouts import EXPERIMENT, PROJECT, astro_project, official_image, versioned_bundle, wheel
from tests.install.plain_airflow import airflow, install, pip, running, settings

pytestmark = [pytest.mark.install, pytest.mark.airflow, pytest.mark.brokers, pytest.mark.spark]

DAG = "run_experiment"
DAGS = {DAG, "judge_application", "kafka_releases", "compare_candidate", "release_catalogue"}
LAYOUTS = [official_image, astro_project, wheel, versioned_bundle]
"""Those of folders come first: the wheel, once installed, would register its plugin beside theirs."""

START_SECONDS, RUN_SECONDS = 600.0, 900.0


@dataclass(frozen=True)
class Installed:
    """A virtual environment with Airflow and Kerran, the home, and the variables."""

    environment: Path
    home: Path
    variables: dict[str, str]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("venv")
    install(folder, version("apache-airflow"))
    return folder


@pytest.fixture(scope="module", params=LAYOUTS, ids=lambda layout: layout.__name__)
def installed(
    request: pytest.FixtureRequest, environment: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    home = tmp_path_factory.mktemp("airflow")
    layout: Callable[[Path, Path, str], dict[str, str]] = request.param
    return Installed(environment, home, settings(environment, home) | layout(environment, home, TINY))


@pytest.fixture(scope="module")
def client(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of the REST API, which has logged in."""
    airflow(installed.environment, installed.variables, "db", "migrate")
    url = installed.variables["AIRFLOW__API__BASE_URL"]
    with (
        running(installed.environment, installed.variables, tmp_path_factory.mktemp("logs")),
        httpx.Client(base_url=url, timeout=300) as client,
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


def test_all_dags_can_be_imported_beside_the_former_ones(client: httpx.Client, installed: Installed) -> None:
    assert client.get("/api/v2/importErrors").json()["import_errors"] == []
    names = {dag["dag_id"] for dag in client.get("/api/v2/dags").json()["dags"]}
    has_project = (installed.home / next(iter(PROJECT))).exists()
    assert names == DAGS | ({"greet"} if has_project else set())
    plugins = {plugin["name"] for plugin in client.get("/api/v2/plugins").json()["plugins"]}
    assert {"kerran", "greeter"} & plugins == {"kerran"} | ({"greeter"} if has_project else set())
    assert client.get("/api/v2/plugins/importErrors").json()["import_errors"] == []


def test_an_experiment_runs_to_its_report(client: httpx.Client, installed: Installed) -> None:
    client.patch(f"/api/v2/dags/{DAG}", json={"is_paused": False}).raise_for_status()
    form = {"experiment": EXPERIMENT, "run": "tiny-1", "attempts": 1, "warm_up_seconds": 3}
    body = {"dag_run_id": "first", "logical_date": None, "conf": form}
    client.post(f"/api/v2/dags/{DAG}/dagRuns", json=body).raise_for_status()

    def state() -> str:
        return str(client.get(f"/api/v2/dags/{DAG}/dagRuns/first").json()["state"])

    wait_for(lambda: state() in {"success", "failed"}, lambda: None, RUN_SECONDS, "The DAG run did not end")
    assert state() == "success"
    run = installed.home / "runs" / "tiny-1"
    assert json.loads((run / "results" / "verdict.json").read_text())["result"] == "good"
    assert "A tiny experiment" in client.get("/kerran/runs/tiny-1/report/index.html").text
