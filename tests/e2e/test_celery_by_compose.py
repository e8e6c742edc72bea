"""Two Celery workers run an experiment on brokers that are not theirs; one is killed in mid-cell."""

import json
from collections.abc import Iterator

import pytest
from docker.models.containers import Container

from include.cli.local_airflow.api import wait_for
from include.clusters.compose.startup import prepare
from include.machine.containers.engine import engine
from include.machine.networks.ports import free_ports
from include.machine.releases.versions import DEFAULT_RELEASE
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import sealed_ids
from include.rawlog.manifest import read_manifest
from tests.dag_runs import TaskRun, state_at_end
from tests.e2e.compose_stack import RUN_SECONDS, ComposeStack, running

pytestmark = [pytest.mark.containers, pytest.mark.stack]

DAG = "run_experiment"
WORKERS = ("worker-1", "worker-2")

CONNECTION = {
    "conn_type": "kafka",
    "extra": json.dumps(
        {"bootstrap.servers": "broker-1:9092,broker-2:9092,broker-3:9092", "kerran.release": DEFAULT_RELEASE}
    ),
}

EXPERIMENT = {
    "run": "by-celery",
    "experiment": "quick",
    "cluster": "external:kafka_stack",
    "messages": 15_000,  # a cell takes 15 seconds, in which its worker is killed
    "repetitions": 1,
    "warm_up_seconds": 5,
    "attempts": 1,
}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposeStack]:
    ports = {f"KAFKA_PORT_{number}": str(port) for number, port in enumerate(free_ports(3), start=1)}
    variables = {"KERRAN_QUEUE": "kerran", "KAFKA_IMAGE": prepare(DEFAULT_RELEASE), **ports}
    folder = tmp_path_factory.mktemp("state")
    with running("celery", folder, ["--executor", "celery"], variables, ["kafka.yaml"]) as stack:
        yield stack


def worker(stack: ComposeStack, name: str) -> Container:
    labels = [stack.label, f"com.docker.compose.service={name}"]
    [container] = engine().containers.list(filters={"label": labels})
    return container


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_has_no_secret_of_other_components(stack: ComposeStack, name: str) -> None:
    names = {variable.partition("=")[0] for variable in worker(stack, name).attrs["Config"]["Env"]}
    secrets = {
        "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN",
        "AIRFLOW__CORE__FERNET_KEY",
        "AIRFLOW__API__SECRET_KEY",
        "AIRFLOW__API_AUTH__JWT_SECRET",
    }
    assert secrets.isdisjoint(names)


def measures(container: Container, run: str, cell: str) -> bool:
    """Whether the producer of a cell was started in a worker."""
    search = ["find", "/var/lib/kerran/state", "-path", f"*{run}*{cell}*/producer.log"]
    return bool(container.exec_run(search, stderr=False).output)


def test_the_cell_of_a_killed_worker_is_measured_by_the_other_worker(
    stack: ComposeStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = stack.airflow(DAG)
    add = ["airflow", "connections", "add", "kafka_stack", "--conn-json", json.dumps(CONNECTION)]
    stack.compose("exec", "-T", "scheduler", *add)
    dag_run = api.trigger(DAG, "by-celery", EXPERIMENT)
    run = stack.run_in_store("by-celery", monkeypatch)
    wait_for((run / "plan.json").is_file, lambda: None, RUN_SECONDS, "the run was not planned")
    first = read_plan(run).cells[0].id

    def busy() -> list[str]:
        return [name for name in WORKERS if measures(worker(stack, name), run.name, first)]

    wait_for(lambda: bool(busy()), lambda: None, RUN_SECONDS, f"no worker began to measure {first}")
    [killed] = busy()
    worker(stack, killed).kill()
    assert state_at_end(api, DAG, dag_run, RUN_SECONDS) == "success"
    assert sealed_ids(run) == {cell.id for cell in read_plan(run).cells}
    assert "Does everything run?" in (run / "report" / "index.html").read_text()
    [other] = set(WORKERS) - {killed}
    manifest = read_manifest(run / "cells" / first)
    assert (manifest.host.name, manifest.warm_up is not None) == (other, True)
    assert attempts_of(api.task_runs(DAG, dag_run)) == [2, 1, 1, 1]


def attempts_of(task_runs: list[TaskRun]) -> list[int]:
    """How often each cell was begun, in the order of the plan."""
    cells = sorted((task for task in task_runs if task.task == "run_cell"), key=lambda task: task.map_index)
    return [task.attempt for task in cells]
