from pathlib import Path

import pytest

from include.plan.overrides import Overrides
from include.plan.plan import read_plan
from include.tasks.planning import find_or_make_plan, plan_run
from tests.recorded_runs.runs import NAMES, copy_of


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_completed_with_or_without_the_name_of_its_experiment(runs: Path, name: str) -> None:
    run = copy_of(name, runs)
    plan = read_plan(run)
    for experiment in ("", plan.experiment.name):
        assert find_or_make_plan(run.name, experiment, Overrides()) == plan
    sealed = {manifest.parent.name for manifest in run.glob("cells/*/manifest.json")}
    assert plan_run(run.name, "", {}).cells == [cell.id for cell in plan.cells if cell.id not in sealed]


def test_the_recorded_runs_have_cells_of_every_scenario(recorded: dict[str, Path]) -> None:
    plans = [read_plan(run) for run in recorded.values()]
    assert {plan.cell(cell.id).settings.scenario for plan in plans for cell in plan.cells} == {
        *("copy", "delivery", "group_rebalance", "queue", "reliable_ack")
    }
