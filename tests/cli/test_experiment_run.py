from pathlib import Path
from types import SimpleNamespace
from typing import Any

from include.cli.experiment_run import run_plan
from include.matrix.overrides import Overrides
from include.matrix.run_id import read_dag
from include.tasks.planning import find_or_make_plan, plan_run


def test_a_run_of_another_dag_that_a_command_completes_belongs_to_the_dag_of_the_command(runs: Path) -> None:
    planned = plan_run("first", "quick", {"repetitions": 1}, dag="compare_candidate")
    (planned.folder / "cells" / planned.cells[0]).mkdir(parents=True)
    (planned.folder / "cells" / planned.cells[0] / "manifest.json").touch()

    def plan_in_airflow(run: str, *_: object) -> None:
        plan_run(run, "quick", {}, dag="run_experiment")

    airflow: Any = SimpleNamespace(dag="run_experiment", run=plan_in_airflow)
    display: Any = SimpleNamespace()
    assert run_plan(airflow, find_or_make_plan("first", "quick", Overrides()), {}, display) is None
    assert read_dag(runs / "first") == "run_experiment"
