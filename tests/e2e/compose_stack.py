"""Airflow and what it needs by Compose, as docs/scaling.md starts them."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from include.machine.containers.engine import engine
from include.machine.containers.leftovers import remove
from include.machine.folders import ROOT
from include.machine.networks.ports import free_ports
from include.machine.storage.object_store import S3
from include.machine.storage.path import AnyPath, path_of
from tests.dag_runs import DagRunsApi

UP_SECONDS = 300
RUN_SECONDS = 600
FILE = "compose.env"


@dataclass(frozen=True)
class ComposeStack:
    """The containers of a project of Compose, and the folder with their environment."""

    project: str
    folder: Path

    def compose(self, *arguments: str) -> None:
        """Run a command of Compose for the project."""
        options = ["--env-file", str(self.folder / FILE), "--project-name", self.project]
        subprocess.run(["docker", "compose", *options, *arguments], check=True, timeout=UP_SECONDS)

    @property
    def variables(self) -> dict[str, str]:
        lines = (self.folder / FILE).read_text().splitlines()
        return {name: value.strip("'") for name, _, value in (line.partition("=") for line in lines)}

    @property
    def label(self) -> str:
        """The label by which the engine finds the project's containers."""
        return f"com.docker.compose.project={self.project}"

    def airflow(self, dag: str) -> DagRunsApi:
        """Airflow's API once it has read a DAG, which is unpaused."""
        known = self.variables
        api = DagRunsApi(f"http://127.0.0.1:{known['KERRAN_AIRFLOW_PORT']}", known["KERRAN_ADMIN_PASSWORD"])
        api.wait_until_ready(dag, check_alive=lambda: None)
        self.compose("exec", "-T", "scheduler", "airflow", "dags", "unpause", dag)
        return api

    def run_in_store(self, run: str, monkeypatch: pytest.MonkeyPatch) -> AnyPath:
        """The folder of a run in the object store, which this process can read from then on."""
        known = self.variables
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, known[name])
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{known['KERRAN_STORAGE_PORT']}")
        S3.clear_instance_cache()
        return path_of(f"s3://kerran/runs/{run}")


@contextmanager
def running(
    name: str, folder: Path, options: Sequence[str], variables: Mapping[str, str], files: Sequence[str] = ()
) -> Iterator[ComposeStack]:
    """Start Airflow with an object store by Compose, and remove all of it afterwards.

    Args:
        name: A name for the project.
        folder: An empty folder for the environment and the runs.
        options: Options of the command that makes the environment.
        variables: Further variables of the environment.
        files: Further Compose files, by their names in ``compose/``.
    """
    stack = ComposeStack(f"kerran-{name}-test-{os.getpid()}", folder)
    places = {"KERRAN_STATE": str(folder), "KERRAN_RUNS": str(folder / "runs")}
    api, store = map(str, free_ports(2))
    make = [sys.executable, "-m", "include.cli.compose_environment", "--storage", "compose", *options]
    ports = ["--port", api, "--storage-port", store]
    subprocess.run([*make, *ports], cwd=ROOT, env={**os.environ, **places}, check=True)
    paths = [stack.variables["COMPOSE_FILE"], *(str(ROOT / "compose" / file) for file in files)]
    # Paused, since a Kafka release that was published today would be measured first.
    further = {**variables, "KERRAN_DAGS_PAUSED": "True", "COMPOSE_FILE": os.pathsep.join(paths)}
    with (folder / FILE).open("a") as env:
        env.writelines(f"{name}='{value}'\n" for name, value in further.items())
    try:
        stack.compose("up", "--wait")
        yield stack
    finally:
        remove(engine(), stack.label)
