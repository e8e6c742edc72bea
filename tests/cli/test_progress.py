import os
from pathlib import Path

import pytest

from include.cli.progress import RESULTS_AND_REPORT_SECONDS, ProgressReader, RunProgress, Stage, time_left
from include.matrix.estimate import cell_seconds
from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.plan import Plan
from include.matrix.planning import make_plan
from include.matrix.treatment import Cell

BEGAN = 1_000_000.0


@pytest.fixture
def plan() -> Plan:
    return make_plan(load("quick", Overrides(repetitions=1)), "first")


def leave(run: Path, name: str, when: float = BEGAN + 1) -> None:
    """Leave a file in the run, and both it and its folder with that time."""
    path = run / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    for changed in (path, path.parent):
        os.utime(changed, (when, when))


def look(run: Path, plan: Plan) -> RunProgress:
    return ProgressReader(run, plan, BEGAN).read()


def test_a_cell_is_sealed_failed_or_current_after_the_clusters_turn(tmp_path: Path, plan: Plan) -> None:
    assert look(tmp_path, plan).stage is Stage.CLUSTER
    first, second, third = (cell.id for cell in plan.cells[:3])
    leave(tmp_path, f"cells/{first}/manifest.json", BEGAN + 5)
    leave(tmp_path, f"cells/{second}/failure.json", BEGAN + 9)
    leave(tmp_path, f"cells/{third}/producer.log", BEGAN + 10)
    progress = look(tmp_path, plan)
    assert (progress.sealed, progress.failed, progress.current) == ([first], [second], third)
    assert progress.stage is Stage.CELLS
    assert progress.ended_at == {first: BEGAN + 5, second: BEGAN + 9}


def test_a_cell_that_is_moved_aside_in_the_midst_of_a_look_is_not_the_current_one(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cells" / plan.cells[0].id
    leave(tmp_path, f"cells/{folder.name}/producer.log")
    stat = Path.stat

    def seen_once(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        status = stat(path, follow_symlinks=follow_symlinks)
        if path == folder:
            folder.rename(tmp_path / "aside")
        return status

    monkeypatch.setattr(Path, "stat", seen_once)
    assert look(tmp_path, plan).stage in (Stage.CLUSTER, Stage.CELLS)


def test_what_an_earlier_attempt_left_is_neither_failed_nor_current(tmp_path: Path, plan: Plan) -> None:
    leave(tmp_path, f"cells/{plan.cells[0].id}/failure.json", BEGAN - 1)
    leave(tmp_path, f"cells/{plan.cells[1].id}/producer.log", BEGAN - 1)
    progress = look(tmp_path, plan)
    assert (progress.failed, progress.current, progress.stage) == ([], None, Stage.CLUSTER)


def test_after_the_last_cell_it_is_sparks_turn_and_then_the_reports(tmp_path: Path, plan: Plan) -> None:
    for cell in plan.cells:
        leave(tmp_path, f"cells/{cell.id}/manifest.json")
    assert look(tmp_path, plan).stage is Stage.RESULTS
    leave(tmp_path, "results/summary.csv")
    assert look(tmp_path, plan).stage is Stage.REPORT


def test_cells_sealed_before_this_command_are_no_part_of_the_time_left(plan: Plan) -> None:
    first, second, third, *_ = plan.cells
    ended_at = {second.id: BEGAN + 10}
    progress = RunProgress(
        Stage.CELLS, [first, second, third], [first.id, second.id], [], third.id, ended_at, BEGAN + 10
    )
    assert progress.time_left(BEGAN) == time_left([second, third], ended_at, BEGAN, BEGAN + 10)


TREATMENTS = make_plan(load("quick", Overrides(repetitions=1)), "first").cells


def cell(number: int, treatment: int) -> Cell:
    return TREATMENTS[treatment].model_copy(update={"id": f"c{number}"})


def seconds_left(cells: list[Cell], ended: dict[str, float], now: float) -> float:
    """The time until the end of the last cell, with moments from the beginning of the first."""
    moments = {name: BEGAN + moment for name, moment in ended.items()}
    return time_left(cells, moments, BEGAN, BEGAN + now).total_seconds() - RESULTS_AND_REPORT_SECONDS


def test_cells_take_as_long_as_those_of_their_treatment_or_as_estimated_and_scaled() -> None:
    cells = [cell(0, 0), cell(1, 1)]
    assert seconds_left(cells, {}, now=0) == pytest.approx(sum(cell_seconds(cell.settings) for cell in cells))
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
