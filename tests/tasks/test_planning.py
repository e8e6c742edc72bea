"""A run's plan: made once, kept, and completed."""

from pathlib import Path

import pytest

from include.matrix.load import Overrides
from include.matrix.plan import read_plan
from include.tasks.planning import RunConflictError, pending, resolve, safe, settle

SMALL = Overrides(repetitions=1, messages=100)


def seal(runs: Path, run_id: str, cell: str) -> None:
    folder = runs / run_id / "cells" / cell
    folder.mkdir(parents=True)
    (folder / "manifest.json").touch()


def test_a_new_run_has_its_plan_written_and_all_its_cells_to_run(runs: Path) -> None:
    settled = settle("first", "quick", SMALL)
    plan = read_plan(runs / "first")
    assert settled.cells == [cell.id for cell in plan.cells]
    assert {cell.settings.messages for cell in plan.cells} == {100}


def test_sealed_cells_are_not_run_again(runs: Path) -> None:
    first = settle("first", "quick", SMALL)
    seal(runs, "first", first.cells[1])
    assert settle("first", "quick", Overrides()).cells == [first.cells[0], *first.cells[2:]]


def test_latest_points_to_the_newest_run(runs: Path) -> None:
    settle("first", "quick", SMALL)
    settle("second", "quick", SMALL)
    assert (runs / "latest").resolve() == runs / "second"


def test_completing_a_run_keeps_its_plan_whatever_the_experiment_says_by_now(runs: Path) -> None:
    settle("first", "quick", SMALL)
    before = (runs / "first" / "plan.json").read_bytes()
    settle("first", "quick", Overrides())
    assert (runs / "first" / "plan.json").read_bytes() == before


@pytest.mark.parametrize(
    ("experiment", "overrides", "conflict"),
    [
        ("thesis", Overrides(), "experiment is quick, not thesis"),
        ("quick", Overrides(release="4.0.0"), "release is 4.3.1, not 4.0.0"),
        ("quick", Overrides(repetitions=2), "repetitions is 1, not 2"),
        ("quick", Overrides(messages=5), "messages is 100, not 5"),
        ("quick", Overrides(cluster="compose"), "cluster is embedded, not compose"),
        ("quick", Overrides(runner="container"), "runner is process, not container"),
        ("quick", Overrides(candidate="4.2.0"), "candidate is None, not 4.2.0"),
    ],
)
def test_a_run_that_exists_is_not_taken_for_another(
    runs: Path, experiment: str, overrides: Overrides, conflict: str
) -> None:
    settle("first", "quick", SMALL)
    with pytest.raises(RunConflictError, match=conflict):
        resolve("first", experiment, overrides)


def test_pending_cells_keep_the_planned_order(runs: Path) -> None:
    settle("first", "quick", SMALL)
    plan = read_plan(runs / "first")
    seal(runs, "first", plan.cells[2].id)
    assert pending(plan) == [cell.id for cell in plan.cells if cell.order != 2]


def test_a_users_mistake_ends_the_task_with_one_message(runs: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(SystemExit):
        settle("first", "quik", SMALL)
    assert "there is no experiment 'quik'" in caplog.text


def test_airflows_own_names_become_names_of_folders() -> None:
    assert safe("manual__2026-11-21T09:00:00.5+00:00_x") == "manual__2026-11-21T090000.5-0000_x"
