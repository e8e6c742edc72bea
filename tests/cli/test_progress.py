import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from include.cli.progress import (
    RESULTS_AND_REPORT_SECONDS,
    ProgressReader,
    RunProgress,
    Stage,
    end_seconds_of_earlier_run,
    expected_blocks,
    time_left,
)
from include.plan.estimate import cell_seconds
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.treatment import Cell
from include.rawlog.block_decisions import BlockDecision, Reason, Width

BEGAN = 1_000_000.0


@pytest.fixture
def plan() -> Plan:
    return make_plan(load("quick", Overrides(repetitions=1)), "first")


SetClock = Callable[[float], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    return lambda moment: monkeypatch.setattr(time, "time", lambda: moment)


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
    assert progress.ended == {first, second}
    assert progress.failed == {second}
    assert (progress.current, progress.stage) == (third, Stage.CELLS)


def test_a_run_waits_for_what_its_task_notes_since_the_command_began(tmp_path: Path, plan: Plan) -> None:
    note = tmp_path / "waiting.txt"
    note.write_text("The cluster of another run is still running.")
    os.utime(note, (BEGAN - 1, BEGAN - 1))
    assert look(tmp_path, plan).waits_for == ""
    os.utime(note, (BEGAN + 1, BEGAN + 1))
    assert look(tmp_path, plan).waits_for == "The cluster of another run is still running."
    leave(tmp_path, f"cells/{plan.cells[0].id}/producer.log", BEGAN + 10)
    assert look(tmp_path, plan).waits_for == ""


def test_the_current_cell_is_not_an_earlier_cell_that_was_killed(tmp_path: Path, plan: Plan) -> None:
    killed, _, running = (cell.id for cell in plan.cells[:3])
    leave(tmp_path, f"cells/{running}/producer.log", BEGAN + 9)
    leave(tmp_path, f"cells/{killed}/producer.log", BEGAN + 1)
    assert look(tmp_path, plan).current == running


def test_a_last_cell_that_is_tried_again_is_current_and_no_longer_failed(tmp_path: Path, plan: Plan) -> None:
    reader = ProgressReader(tmp_path, plan, BEGAN)
    *others, last = (cell.id for cell in plan.cells)
    for cell in others:
        leave(tmp_path, f"cells/{cell}/manifest.json")
    leave(tmp_path, f"cells/{last}/producer.log")
    assert reader.read().stage is Stage.CELLS
    leave(tmp_path, f"cells/{last}/failure.json")
    assert reader.read().stage is Stage.RESULTS
    (tmp_path / "cells" / last / "failure.json").unlink()
    again = reader.read()
    assert (again.stage, again.current) == (Stage.CELLS, last)
    assert not again.failed


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
    assert not progress.failed
    assert (progress.current, progress.stage) == ("", Stage.CLUSTER)


def test_after_the_last_cell_it_is_sparks_turn_and_then_the_reports(tmp_path: Path, plan: Plan) -> None:
    for cell in plan.cells:
        leave(tmp_path, f"cells/{cell.id}/manifest.json")
    assert look(tmp_path, plan).stage is Stage.RESULTS
    (tmp_path / f"cells/{plan.cells[0].id}/manifest.json").unlink()  # as of a cell that was killed
    leave(tmp_path, "results/summary.csv")
    assert look(tmp_path, plan).stage is Stage.REPORT


def test_neither_cells_nor_report_end_while_their_files_are_out_of_reach(tmp_path: Path, plan: Plan) -> None:
    reader = ProgressReader(tmp_path, plan, BEGAN)
    reader.read()
    leave(tmp_path, f"cells/{plan.cells[0].id}/producer.log")
    reader.read()
    (tmp_path / "cells").rename(tmp_path / "aside")
    assert reader.read().stage is Stage.CELLS
    leave(tmp_path, "results/summary.csv")
    reader.read()
    (tmp_path / "results" / "summary.csv").unlink()
    assert reader.read().stage is Stage.REPORT


def test_each_stage_has_the_time_at_which_it_was_first_seen(
    tmp_path: Path, plan: Plan, set_clock: SetClock
) -> None:
    reader = ProgressReader(tmp_path, plan, BEGAN)
    for moment, stage in ((BEGAN, Stage.AIRFLOW), (BEGAN + 10, None), (BEGAN + 20, None)):
        set_clock(moment)
        progress = reader.read(stage)
    assert progress.began == {Stage.AIRFLOW: BEGAN, Stage.CLUSTER: BEGAN + 10}


def test_the_time_left_is_unknown_until_the_first_cell_begins(tmp_path: Path, plan: Plan) -> None:
    assert look(tmp_path, plan).time_left is None
    leave(tmp_path, f"cells/{plan.cells[0].id}/producer.log")
    assert look(tmp_path, plan).time_left is not None


def test_cells_sealed_before_this_command_are_no_part_of_the_time_left(
    tmp_path: Path, plan: Plan, set_clock: SetClock
) -> None:
    first, second, *others = plan.cells
    leave(tmp_path, f"cells/{first.id}/manifest.json", BEGAN - 1)
    reader = ProgressReader(tmp_path, plan, BEGAN)
    leave(tmp_path, f"cells/{second.id}/producer.log")
    set_clock(BEGAN + 1)
    reader.read()
    leave(tmp_path, f"cells/{second.id}/manifest.json", BEGAN + 10)
    set_clock(BEGAN + 12)
    left = time_left(
        [second, *others], {second.id: BEGAN + 10}, BEGAN + 1, BEGAN + 12, RESULTS_AND_REPORT_SECONDS
    )
    assert reader.read().time_left == left


def test_the_time_left_runs_down_although_all_cells_were_sealed_before_this_command(
    tmp_path: Path, plan: Plan, set_clock: SetClock
) -> None:
    for cell in plan.cells:
        leave(tmp_path, f"cells/{cell.id}/manifest.json", BEGAN - 1)
    reader = ProgressReader(tmp_path, plan, BEGAN)
    set_clock(BEGAN)
    assert reader.read().time_left == timedelta(seconds=RESULTS_AND_REPORT_SECONDS)
    set_clock(BEGAN + 9)
    assert reader.read().time_left == timedelta(seconds=RESULTS_AND_REPORT_SECONDS - 9)


TREATMENTS = make_plan(load("quick", Overrides(repetitions=1)), "first").cells


def cell(number: int, treatment: int) -> Cell:
    return TREATMENTS[treatment].model_copy(update={"id": f"c{number}"})


def seconds_left(cells: list[Cell], ended: dict[str, float], now: float) -> float:
    """The time until the end of the last cell, with moments from the beginning of the first."""
    moments = {name: BEGAN + moment for name, moment in ended.items()}
    return time_left(cells, moments, BEGAN, BEGAN + now, 0).total_seconds()


def test_before_a_cell_has_ended_the_cells_take_as_long_as_estimated() -> None:
    cells = [cell(0, 0), cell(1, 1)]
    assert seconds_left(cells, {}, now=0) == pytest.approx(sum(cell_seconds(cell.settings) for cell in cells))


def test_the_estimate_is_scaled_by_the_time_that_all_ended_cells_took() -> None:
    cells = [cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 0)]
    first, second, third, fourth = (cell_seconds(cell.settings) for cell in cells)
    end = 3 * (first + second)
    assert seconds_left(cells, {"c0": 5, "c1": end}, now=end) == pytest.approx(3 * (third + fourth))


def test_the_time_left_falls_while_a_cell_runs_waits_for_a_long_one_and_runs_down_at_the_end() -> None:
    cells = [cell(number, 0) for number in range(3)]
    left = [seconds_left(cells, {"c0": 10}, now) for now in (10, 14, 20, 50)]
    assert left == pytest.approx([20, 16, 10, 10])
    cells = [cell(0, 0)]
    left = [time_left(cells, {"c0": BEGAN}, BEGAN, BEGAN + now, 23).total_seconds() for now in (0, 5, 100)]
    assert left[0] - left[1] == pytest.approx(5)
    assert left[2] == 0


def decision(blocks: int, reason: Reason, half_width: float = 30.0, seconds: float = 100.0) -> BlockDecision:
    width = Width(treatment="a", column="b", half_width=half_width, goal=15.0)
    return BlockDecision(blocks=blocks, seconds=seconds, reason=reason, widths=(width,))


@pytest.mark.parametrize(
    ("decisions", "expected"),
    [
        ([], (8, False)),
        ([decision(1, Reason.FEWEST, seconds=30).model_copy(update={"widths": ()})], (7, False)),
        ([decision(3, Reason.FEWEST, 15)], (6, False)),
        ([decision(3, Reason.FEWEST, 25)], (6, False)),
        ([decision(3, Reason.FEWEST, 25, seconds=60)], (9, False)),
        ([decision(6, Reason.NOT_PRECISE)], (12, True)),
        ([decision(6, Reason.NOT_PRECISE, seconds=240)], (7, False)),
        ([decision(7, Reason.PRECISE)], (7, True)),
        ([decision(7, Reason.TIME)], (7, True)),
    ],
)
def test_the_expected_blocks_follow_from_width_and_time(
    decisions: list[BlockDecision], expected: tuple[int, bool]
) -> None:
    assert expected_blocks(make_plan(load("cost"), "run"), decisions) == expected


def test_the_blocks_of_an_experiment_without_a_precision_are_known() -> None:
    assert expected_blocks(make_plan(load("thesis"), "run"), []) == (10, True)


def test_the_end_of_a_run_takes_as_long_as_that_of_this_machines_newest_run(tmp_path: Path) -> None:
    assert end_seconds_of_earlier_run(tmp_path, "cost") == RESULTS_AND_REPORT_SECONDS
    for name, sealed, reported in (("cost-1", 1000, 1050), ("cost-2", 2000, 2040), ("gate-3", 3000, 3005)):
        for file, moment in (("cells/a/manifest.json", sealed), ("report/index.html", reported)):
            path = tmp_path / name / file
            path.parent.mkdir(parents=True)
            path.touch()
            os.utime(path, (moment, moment))
    assert end_seconds_of_earlier_run(tmp_path, "cost") == 40
    os.utime(tmp_path / "cost-2" / "report" / "index.html", (9000, 9000))
    assert end_seconds_of_earlier_run(tmp_path, "cost") == RESULTS_AND_REPORT_SECONDS
