"""What was asked for is checked before anything starts."""

from pathlib import Path

import pytest

from include import folders
from include.cli import preflight as prepare
from include.cli.request import RunRequest
from include.clusters.embedded import backend
from include.containers.engine import EngineError
from include.matrix.overrides import Overrides
from include.matrix.run_id import RunIdError
from include.matrix.validation_errors import ExperimentError
from include.releases.java import Java, JavaError
from include.tasks.planning import RunConflictError, keep_plan

NOTHING = Overrides()


@pytest.fixture(autouse=True)
def java_and_jars_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(prepare, "find_java", lambda: Java(Path("java"), "17.0.1", 17))
    monkeypatch.setattr(backend, "broker_jars", lambda _release, _say: tmp_path)


def test_nothing_said_means_a_new_run_of_the_cost_experiment() -> None:
    plan = RunRequest("", "", NOTHING).checked_plan(print)
    assert plan.experiment.name == "cost"
    assert plan.run_id.startswith("cost-")


def test_a_run_that_exists_is_completed_without_naming_its_experiment() -> None:
    keep_plan(RunRequest("thesis", "first", Overrides(repetitions=1)).checked_plan(print))
    again = RunRequest("", "first", NOTHING)
    assert again.checked_plan(print).experiment.repetitions == 1
    assert again.parameters(again.checked_plan(print))["experiment"] == "thesis"


def test_a_run_that_exists_is_not_another_experiments() -> None:
    keep_plan(RunRequest("", "first", NOTHING).checked_plan(print))
    with pytest.raises(RunConflictError, match="experiment is cost, not thesis"):
        RunRequest("thesis", "first", NOTHING).checked_plan(print)


def test_an_experiment_is_handed_on_as_a_file_that_is_found_from_anywhere() -> None:
    asked = RunRequest("quick", "first", NOTHING)
    assert Path(asked.parameters(asked.checked_plan(print))["experiment"]).is_absolute()


def test_a_run_id_with_a_slash_is_refused() -> None:
    with pytest.raises(RunIdError, match="a/b"):
        RunRequest("", "a/b", NOTHING).checked_plan(print)


def test_an_unknown_experiment_is_refused() -> None:
    with pytest.raises(ExperimentError, match="did you mean quick"):
        RunRequest("quik", "", NOTHING).checked_plan(print)


def test_no_java_is_said_before_anything_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_java() -> Java:
        raise JavaError("No Java")

    monkeypatch.setattr(prepare, "find_java", no_java)
    with pytest.raises(JavaError):
        RunRequest("", "", NOTHING).checked_plan(print)


@pytest.mark.parametrize("where", [Overrides(cluster="compose"), Overrides(runner="container")])
def test_no_engine_is_said_before_anything_is_started(
    monkeypatch: pytest.MonkeyPatch, where: Overrides
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    with pytest.raises(EngineError, match="No container engine answers at unix:"):
        RunRequest("", "", where).checked_plan(print)


def test_how_much_will_be_written_to_somebodys_cluster_is_said_first() -> None:
    said: list[str] = []
    RunRequest("", "", Overrides(cluster="external:kafka_prod", messages=5000)).checked_plan(said.append)
    assert "Up to 503 MiB will be written to connection kafka_prod, replicas included: by 30 cells" in said[0]
