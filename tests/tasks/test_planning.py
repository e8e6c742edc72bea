from pathlib import Path
from typing import Any

import pytest

from include.kinds.cluster_kind import RunnerKind
from include.machine.errors import UserError
from include.machine.storage.object_store_errors import StorageError
from include.plan.conditions import Conditions, PlannedCores
from include.plan.overrides import Overrides
from include.plan.plan import read_plan
from include.plan.run_id import read_dag
from include.plan.validation_errors import ExperimentError
from include.tasks.planning import RunConflictError, find_or_make_plan, folder_name, keep_plan, plan_run

SMALL = {"repetitions": 1, "messages": 100}


def seal(runs: Path, run_id: str, cell: str) -> None:
    folder = runs / run_id / "cells" / cell
    folder.mkdir(parents=True)
    (folder / "manifest.json").touch()


def test_a_run_has_its_plan_written_and_completes_it_without_sealed_cells(runs: Path) -> None:
    planned = plan_run("first", "quick", SMALL)
    plan = read_plan(runs / "first")
    assert planned.cells == [cell.id for cell in plan.cells]
    assert {cell.settings.messages for cell in plan.cells} == {100}
    first = plan_run("first", "quick", SMALL)
    seal(runs, "first", first.cells[1])
    assert plan_run("first", "quick", {}).cells == [first.cells[0], *first.cells[2:]]
    plan_run("first", "quick", SMALL)
    before = (runs / "first" / "plan.json").read_bytes()
    plan_run("first", "quick", {})
    assert (runs / "first" / "plan.json").read_bytes() == before


def test_latest_points_to_the_newest_run_whose_name_airflow_may_give(runs: Path) -> None:
    for name in ("first", "second"):
        plan_run(name, "quick", SMALL)
    assert (runs / "latest").resolve() == runs / "second"
    assert folder_name("manual__2026-11-21T09:00:00.5+00:00_x") == "manual__2026-11-21T090000.5-0000_x"


def test_runs_that_cannot_be_written_are_said_with_what_to_do(runs: Path) -> None:
    runs.rmdir()
    runs.touch()
    plan = find_or_make_plan("first", "quick", Overrides())
    with pytest.raises(StorageError, match=r"first: the plan cannot be written .* set KERRAN_RUNS"):
        keep_plan(plan)


@pytest.mark.parametrize(
    ("experiment", "overrides", "conflict"),
    [
        ("thesis", Overrides(), "experiment is quick, not thesis"),
        ("quick", Overrides(release="4.0.0"), "release is 4.4.0, not 4.0.0"),
        ("quick", Overrides(repetitions=2), "repetitions is 1, not 2"),
        ("quick", Overrides(messages=5), "messages is 100, not 5"),
        ("quick", Overrides(cluster="compose"), "cluster is embedded, not compose"),
        ("quick", Overrides(runner=RunnerKind.CONTAINER), "runner is process, not container"),
        ("quick", Overrides(candidate="4.2.0"), "candidate is none, not 4.2.0"),
        ("quick", Overrides(load_cpus=1.5), r"load_cpus is none, not 1.5 \(--load-cpus, KERRAN_LOAD_CPUS\)"),
        ("quick", Overrides(kafka_image="mine:1"), "kafka_image is none, not mine:1"),
        ("quick", Overrides(attempts=1), "attempts is 2, not 1"),
    ],
)
def test_a_run_is_not_another_one(runs: Path, experiment: str, overrides: Overrides, conflict: str) -> None:
    plan_run("first", "quick", SMALL)
    with pytest.raises(RunConflictError, match=conflict):
        find_or_make_plan("first", experiment, overrides)


@pytest.mark.parametrize("changes", [{"attempts": 1}, {"load_cpus": 1.5, "kafka_image": "mine:1"}])
def test_a_run_is_completed_under_its_planned_conditions(runs: Path, changes: dict[str, Any]) -> None:
    plan_run("first", "quick", {**SMALL, **changes})
    assert find_or_make_plan("first", "quick", Overrides()).conditions == Conditions(**changes)


def test_conditions_in_the_environment_of_the_plan_count(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_run("first", "quick", SMALL)
    monkeypatch.setenv("KERRAN_LOAD_CPUS", "2")
    plan_run("second", "quick", SMALL)
    assert read_plan(runs / "second").conditions.load_cpus == 2
    with pytest.raises(RunConflictError):
        plan_run("first", "quick", SMALL)


def test_cores_that_are_gone_are_a_conflict(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan_run("first", "quick", SMALL)
    far = read_plan(planned.folder).model_copy(update={"cores": PlannedCores((0,), (4095,))})
    (planned.folder / "plan.json").write_text(far.model_dump_json())
    with pytest.raises(RunConflictError, match="the planned cores 4095 are not available on this machine"):
        find_or_make_plan("first", "quick", Overrides())


def test_a_mistake_or_too_many_cells_end_the_task(runs: Path) -> None:
    with pytest.raises(ExperimentError, match="there is no experiment 'quik'"):
        plan_run("first", "quik", SMALL)
    with pytest.raises(UserError, match="Set AIRFLOW__CORE__MAX_MAP_LENGTH=4 for all of Airflow"):
        plan_run("first", "quick", SMALL, most_cells=3)
    assert not (runs / "first").exists()
    assert len(plan_run("first", "quick", SMALL, most_cells=4).cells) == 4


def test_a_run_belongs_to_the_dag_that_planned_it_or_ran_what_the_command_line_planned(runs: Path) -> None:
    plan_run("first", "quick", SMALL, dag="run_experiment")
    keep_plan(find_or_make_plan("second", "quick", Overrides()))
    assert (read_dag(runs / "first"), read_dag(runs / "second")) == ("run_experiment", None)
    plan_run("second", "quick", {}, dag="kafka_releases")
    assert read_dag(runs / "second") == "kafka_releases"


def test_a_run_is_completed_by_its_own_dag_only(runs: Path) -> None:
    planned = plan_run("first", "quick", SMALL, dag="run_experiment")
    seal(runs, "first", planned.cells[0])
    assert plan_run("first", "quick", {}, dag="run_experiment").cells == planned.cells[1:]
    with pytest.raises(RunConflictError) as refused:
        plan_run("first", "thesis", {}, dag="kafka_releases")
    assert "experiment is" not in str(refused.value)
    assert "belongs to the DAG run_experiment; the DAG kafka_releases does not complete" in str(refused.value)
    (runs / "first" / "dag.txt").unlink()
    with pytest.raises(RunConflictError, match=r"Run first has cells and no dag\.txt"):
        plan_run("first", "quick", {}, dag="kafka_releases")
    assert read_dag(runs / "first") is None
