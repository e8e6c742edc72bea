"""Old runs load, are completed under their own name, and are reported."""

from pathlib import Path

import pytest

from include.history import publish as history
from include.matrix.overrides import Overrides
from include.matrix.plan import Plan, read_plan
from include.rawlog.failure import read_failure
from include.tasks.planning import find_or_make_plan, plan_run
from tests.old_runs.runs import NAMES, copy_of, pending
from tests.renames import current


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_loads_and_is_written_as_it_is_read(runs: Path, name: str) -> None:
    plan = read_plan(copy_of(name, runs))
    assert Plan.model_validate_json(plan.model_dump_json()) == plan


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_completed_by_the_former_and_by_the_present_name_of_its_experiment(
    runs: Path, name: str
) -> None:
    run = copy_of(name, runs)
    plan = read_plan(run)
    for experiment in ("", FORMER.get(name, name), current("experiment", FORMER.get(name, name))):
        assert find_or_make_plan(run.name, experiment, Overrides()) == plan
    assert plan_run(run.name, "", {}).cells == pending(run, plan)


@pytest.mark.parametrize("asked", ["ownership", "group-rebalance"])
def test_a_history_contains_runs_that_were_made_under_the_former_name(
    measured: dict[str, Path], asked: str
) -> None:
    runs = measured["ownership"].parent
    page = history.publish(runs, asked)
    assert page == runs / "history" / "group-rebalance" / "index.html"
    assert "b-ownership" in page.read_text(encoding="utf-8")


FORMER = {"failed": "small"}
"""The names of the experiments that are not the names of the folders of ``data``."""


def test_cells_of_every_scenario_are_left_to_run(runs: Path) -> None:
    scenarios = set()
    for name in NAMES:
        run = copy_of(name, runs)
        plan = read_plan(run)
        scenarios |= {plan.cell(cell).settings.scenario for cell in pending(run, plan)}
    assert scenarios == {
        current("scenario", one) for one in ("copy", "delivery", "ownership", "queue", "rack")
    }


def test_a_failure_is_read_with_its_reason(runs: Path) -> None:
    failure = read_failure(copy_of("failed", runs) / "cells" / "at-least-once.r01")
    assert (failure.reason, failure.program) == ("producer was ended by signal 9", "producer")
