from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from include.cli import run_preparation as prepare
from include.cli.experiment_run import run_plan
from include.cli.local_airflow.dag_run import DagRunRequest
from include.cli.run_preparation import plan_and_form_values
from include.clusters.embedded import backend as embedded
from include.kinds.cluster_kind import RunnerKind
from include.machine.containers.engine import EngineError
from include.machine.releases.installed_java import Java, JavaError
from include.machine.releases.jars import MissingReleaseError
from include.plan.overrides import Overrides
from include.plan.plan import read_plan
from include.plan.run_id import read_dag
from include.plan.validation_errors import ExperimentError
from include.tasks.planning import keep_plan, plan_run
from tests.plan.conftest import FILES, Write, write
from tests.tasks.test_planning import seal

__all__ = ["write"]


@pytest.fixture(autouse=True)
def java_and_jars_are_there(tmp_path: Path, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "find_java", lambda: Java(Path("java"), "17.0.1", 17))
    monkeypatch.setattr(embedded, "broker_jars", lambda _release, _say: tmp_path)


def test_nothing_said_means_a_new_run_of_cost_and_a_run_that_exists_is_completed() -> None:
    plan = plan_and_form_values("", "", Overrides(), print)[0]
    assert plan.experiment.name == "cost"
    assert plan.run_id.startswith("cost-")
    assert Path(plan_and_form_values("quick", "first", Overrides(), print)[1]["experiment"]).is_absolute()
    keep_plan(plan_and_form_values("linger", "first", Overrides(repetitions=1), print)[0])
    plan, parameters = plan_and_form_values("", "first", Overrides(), print)
    assert plan.experiment.repetitions == 1
    assert parameters["experiment"] == "linger"


def test_what_no_file_names_is_reported_as_it_is_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    incomplete = MissingReleaseError("4.4.0", "Kafka 4.4.0 is not complete in Maven Central")
    monkeypatch.setattr(embedded, "broker_jars", Mock(side_effect=incomplete))
    with pytest.raises(MissingReleaseError, match="is not complete"):
        plan_and_form_values("cost", "", Overrides(), print)
    monkeypatch.setattr(prepare, "find_java", Mock(side_effect=JavaError("No Java")))
    with pytest.raises(JavaError):
        plan_and_form_values("", "", Overrides(), print)


@pytest.mark.parametrize("where", [Overrides(cluster="compose"), Overrides(runner=RunnerKind.CONTAINER)])
def test_a_missing_engine_is_said_before_the_start(monkeypatch: pytest.MonkeyPatch, where: Overrides) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(EngineError, match="No container engine answers at unix:"):
        plan_and_form_values("", "", where, print)


def test_how_much_will_be_written_to_somebodys_cluster_is_said_first() -> None:
    said: list[str] = []
    plan_and_form_values("", "", Overrides(cluster="external:kafka_prod", messages=5000), said.append)
    assert "Up to 943 MiB of messages, replicas included, will be written to connection kafka_prod" in said[0]


PARTED = "parts:\n- factors: {fault_release: [4.3.1, 4.4.9]}\n"
ARMS = "arms:\n  old: {}\n  new:\n    release: 4.4.9\n"


def jars(release: str, _say: object) -> Path:
    if release.endswith(".9"):
        raise MissingReleaseError(release, f"Kafka {release} is not in Maven Central.")
    return Path()


@pytest.mark.parametrize(
    ("old", "new", "overrides", "places"),
    [
        ("", "", {}, ["small.yaml:10: fault_release"]),
        ("4.4.9\nrep", "4.3.1\nrelease: 4.4.9\nrep", {}, ["small.yaml:11: release"]),
        ("  fault_release: 4.4.9\n", PARTED, {}, ["small.yaml:11: fault_release"]),
        ("4.4.9\nrep", f"4.3.1\n{ARMS}rep", {}, ["small.yaml:14: release"]),
        ("rep", "release: 4.4.9\nrep", {}, ["small.yaml:10: fault_release", "small.yaml:11: release"]),
        ("4.4.9\nrep", "4.3.1\nrelease: 4.3.2\nrep", {"release": "4.4.9"}, ["parameters: release"]),
    ],
)
def test_a_missing_release_is_refused_at_each_place_that_names_it(
    write: Write, monkeypatch: pytest.MonkeyPatch, old: str, new: str, overrides: Any, places: list[str]
) -> None:
    monkeypatch.setattr(embedded, "broker_jars", jars)
    file = write(old, new, FILES["upgrade"])
    with pytest.raises(ExperimentError) as error:
        plan_and_form_values(file, "", Overrides(**overrides), print)
    reason = "4.4.9 cannot be used: Kafka 4.4.9 is not in Maven Central."
    found = str(error.value).replace(file, "small.yaml").splitlines()
    assert found == [f"{place}: {reason}" for place in places]


def test_a_run_of_another_dag_that_a_command_completes_belongs_to_the_dag_of_the_command(runs: Path) -> None:
    planned = plan_run("first", "quick", {"repetitions": 1}, dag="compare_candidate")
    seal(runs, "first", planned.cells[0])

    def plan_in_airflow(request: DagRunRequest, _look: object) -> None:
        plan_run(request.name, "quick", {}, dag=request.dag)

    airflow: Any = SimpleNamespace(run=plan_in_airflow)
    assert run_plan(airflow, "run_experiment", read_plan(planned.folder), {}, Mock()) is None
    assert read_dag(runs / "first") == "run_experiment"
