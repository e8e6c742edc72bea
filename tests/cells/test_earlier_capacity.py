"""Where the search of a capacity begins: at that of the latest earlier block."""

from pathlib import Path
from typing import Any

from include.cells.earlier_capacity import earlier_capacity
from include.matrix.experiment import Experiment
from include.matrix.plan import Plan
from include.matrix.planning import make_plan
from include.producers.load_steps import LoadStep, load_steps_table
from include.rawlog.schemas import LOAD_STEPS_FILE
from include.rawlog.table_writer import write_table
from tests.rawlog.sealing import seal_again, seal_rows


def step(rate: float, held_percent: float) -> LoadStep:
    return LoadStep(rate, 0, 1, 0, 10, rate, held_percent, 0.5)


def plan_of_three(**constants: Any) -> Plan:
    """Three blocks of one treatment."""
    experiment = Experiment(
        name="small",
        title="A small experiment",
        question="How much?",
        scenario="delivery",
        factors={"semantics": ["at-least-once"]},
        constants=constants,
        repetitions=3,
        seed=1,
    )
    return make_plan(experiment, "run")


def test_a_search_begins_at_the_capacity_of_the_latest_earlier_block(tmp_path: Path) -> None:
    plan = plan_of_three(load="capacity")
    for cell, rate in zip(plan.cells[:2], (900, 1000), strict=True):
        folder = seal_rows(tmp_path / "cells" / cell.id)
        write_table(folder / LOAD_STEPS_FILE, load_steps_table([step(rate, 100), step(rate * 2, 50)]))
        seal_again(folder, message_bytes=1024)
    assert [earlier_capacity(tmp_path, plan, cell) for cell in plan.cells] == [None, 900, 1000]


def test_a_cell_that_searches_nothing_has_no_earlier_capacity(tmp_path: Path) -> None:
    plan = plan_of_three()
    assert earlier_capacity(tmp_path, plan, plan.cells[1]) is None
