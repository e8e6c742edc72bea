"""Airflow, PostgreSQL, Spark and an object store by Compose run an experiment that is started over REST."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.containers.engine import engine
from include.containers.leftovers import remove
from include.folders import ROOT
from include.local_airflow.api import Api, wait_for
from include.matrix.plan import read_plan
from include.networks.ports import free_ports
from include.rawlog.run_files import sealed_ids
from include.storage.object_store import S3
from include.storage.path import path_of

pytestmark = [pytest.mark.containers, pytest.mark.stack]

PROJECT = f"kerran-airflow-test-{os.getpid()}"
DAG = "delivery_sweep"
EXPERIMENT = {
    "run": "by-compose",
    "experiment": "quick",
    "messages": 1000,
    "repetitions": 1,
    "warm_up_seconds": 5,
    "attempts": 1,
}

UP_SECONDS = 300
SWEEP_SECONDS = 600


def compose(state: Path, *arguments: str) -> None:
    command = ["docker", "compose", "--env-file", str(state / "compose.env"), "--project-name", PROJECT]
    subprocess.run([*command, *arguments], check=True, timeout=UP_SECONDS)


def variables(state: Path) -> dict[str, str]:
    lines = (state / "compose.env").read_text().splitlines()
    return {name: value.strip("'") for name, _, value in (line.partition("=") for line in lines)}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Airflow runs; the folder contains its environment and the runs."""
    folder = tmp_path_factory.mktemp("state")
    places = {"KERRAN_STATE": str(folder), "KERRAN_RUNS": str(folder / "runs")}
    make = [sys.executable, "-m", "include.cli.compose_environment"]
    api, store = map(str, free_ports(2))
    options = ["--spark", "cluster", "--storage", "compose", "--port", api, "--storage-port", store]
    subprocess.run([*make, *options], cwd=ROOT, env={**os.environ, **places}, check=True)
    with (folder / "compose.env").open("a") as env:
        env.write("KERRAN_DAGS_PAUSED=True\n")  # a Kafka release published today would be measured first
    try:
        compose(folder, "up", "--wait")
        yield folder
    finally:
        remove(engine(), f"com.docker.compose.project={PROJECT}")


def test_the_api_server_and_the_store_are_published_on_loopback_and_nothing_else(state: Path) -> None:
    published = [
        (container.labels["com.docker.compose.service"], address["HostIp"])
        for container in engine().containers.list(filters={"label": f"com.docker.compose.project={PROJECT}"})
        for addresses in container.attrs["NetworkSettings"]["Ports"].values()
        for address in addresses or []
    ]
    assert sorted(published) == [("api-server", "127.0.0.1"), ("object-store", "127.0.0.1")]


def test_an_experiment_started_by_rest_ends_in_a_report(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = variables(state)
    api = Api(f"http://127.0.0.1:{known['KERRAN_AIRFLOW_PORT']}", known["KERRAN_ADMIN_PASSWORD"])
    api.wait_until_ready(DAG, check_alive=lambda: None)
    compose(state, "exec", "-T", "scheduler", "airflow", "dags", "unpause", DAG)
    run = api.trigger(DAG, "by-compose", EXPERIMENT)

    def ended() -> bool:
        return api.state(DAG, run) in ("success", "failed")

    wait_for(ended, lambda: None, SWEEP_SECONDS, "the DAG run did not end")
    assert api.state(DAG, run) == "success"
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, known[name])
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{known['KERRAN_STORAGE_PORT']}")
    S3.clear_instance_cache()
    run_folder = path_of("s3://kerran/runs/by-compose")
    assert sealed_ids(run_folder) == {cell.id for cell in read_plan(run_folder).cells}
    assert "Does everything run?" in (run_folder / "report" / "index.html").read_text()
    assert not list((state / "runs").iterdir())
