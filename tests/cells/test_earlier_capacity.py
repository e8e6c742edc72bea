"""What earlier cells found: where the search of a capacity begins, and of what a rate is a share."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from include.cells.earlier_capacity import earlier_capacity, with_rate
from include.cells.errors import CellError
from include.matrix.experiment import Experiment
from include.matrix.plan import Plan
from include.matrix.planning import make_plan
from include.scenarios.delivery.settings import DeliverySettings
from tests.cells.searches import seal_search
from tests.report import synthetic


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
        seal_search(tmp_path / "cells" / cell.id, rate)
    assert [earlier_capacity(tmp_path, plan, cell) for cell in plan.cells] == [None, 900, 1000]


def test_a_cell_that_searches_nothing_has_no_earlier_capacity(tmp_path: Path) -> None:
    plan = plan_of_three()
    assert earlier_capacity(tmp_path, plan, plan.cells[1]) is None


def plan_of_shares() -> Plan:
    """Three blocks of two treatments, which search their capacity, and then have half of the common one."""
    share = {"factors": {"capacity_percent": [50]}, "constants": {"seconds": 2}}
    parts = [{"factors": {"load": ["capacity"]}}, share]
    return synthetic.make_plan({"semantics": ["at-least-once", "exactly-once"]}, 3, constants={}, parts=parts)


CAPACITIES = {
    "at-least-once.capacity.r01": 9000,
    "exactly-once.capacity.r01": 4000,
    "at-least-once.capacity.r02": 8000,
    "exactly-once.capacity.r02": 5000,
}


def seal_searches(run: Path, capacities: Mapping[str, float]) -> None:
    for cell, capacity in capacities.items():
        seal_search(run / "cells" / cell, capacity)


def rate_of(run: Path, plan: Plan, cell: str) -> object:
    settings = with_rate(run, plan, plan.cell(cell)).settings
    assert isinstance(settings, DeliverySettings)
    return settings.rate


def test_a_rate_is_a_share_of_the_lowest_median_capacity_of_the_blocks_until_then(tmp_path: Path) -> None:
    plan = plan_of_shares()
    seal_searches(tmp_path, CAPACITIES)
    assert rate_of(tmp_path, plan, "at-least-once.50percent.r01") == 2000
    assert rate_of(tmp_path, plan, "exactly-once.50percent.r01") == 2000
    assert rate_of(tmp_path, plan, "at-least-once.50percent.r02") == 2250


def test_without_the_capacity_of_a_treatment_it_is_compared_with_a_cell_has_no_rate(tmp_path: Path) -> None:
    seal_searches(tmp_path, {"at-least-once.capacity.r01": 9000, "exactly-once.capacity.r02": 5000})
    plan = plan_of_shares()
    with pytest.raises(
        CellError, match=r"a share of the capacity of exactly-once\.capacity, which no earlier"
    ):
        with_rate(tmp_path, plan, plan.cell("at-least-once.50percent.r01"))


def test_a_cell_with_another_load_is_run_as_it_is_planned(tmp_path: Path) -> None:
    cell = plan_of_three(rate=2000).cells[0]
    assert with_rate(tmp_path, plan_of_three(rate=2000), cell) is cell
