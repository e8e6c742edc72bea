"""The expected time until the end of a run."""

import pytest

from include.cli.progress import RESULTS_AND_REPORT_SECONDS, time_left
from include.matrix.estimate import cell_seconds
from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.plan import Cell
from include.matrix.planning import make_plan

BEGAN = 1_000_000.0

TREATMENTS = make_plan(load("quick", Overrides(repetitions=1)), "first").cells


def cell(number: int, treatment: int) -> Cell:
    return TREATMENTS[treatment].model_copy(update={"id": f"c{number}"})


def seconds_left(cells: list[Cell], ended: dict[str, float], now: float) -> float:
    """The time until the end of the last cell, with moments from the beginning of the first."""
    moments = {name: BEGAN + moment for name, moment in ended.items()}
    left = time_left(cells, moments, BEGAN, BEGAN + now).total_seconds()
    return left - RESULTS_AND_REPORT_SECONDS


def test_cells_take_as_long_as_those_of_their_treatment_or_as_estimated_and_scaled() -> None:
    cells = [cell(0, 0), cell(1, 1)]
    planned = sum(cell_seconds(cell.settings) for cell in cells)
    assert seconds_left(cells, {}, now=0) == pytest.approx(planned)
    cells = [cell(number, 0) for number in range(4)]
    assert seconds_left(cells, {"c0": 10, "c1": 30}, now=30) == pytest.approx(2 * 15)
    cells = [cell(0, 0), cell(1, 1)]
    first, second = (cell_seconds(cell.settings) for cell in cells)
    assert seconds_left(cells, {"c0": 3 * first}, now=3 * first) == pytest.approx(3 * second)


def test_the_time_left_falls_while_a_cell_runs_waits_for_a_long_one_and_runs_down_at_the_end() -> None:
    cells = [cell(number, 0) for number in range(3)]
    left = [seconds_left(cells, {"c0": 10}, now) for now in (10, 14, 20, 50)]
    assert left == pytest.approx([20, 16, 10, 10])
    cells = [cell(0, 0)]
    left = [time_left(cells, {"c0": BEGAN}, BEGAN, BEGAN + now).total_seconds() for now in (0, 5, 100)]
    assert left[0] - left[1] == pytest.approx(5)
    assert left[2] == 0
