from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from include.machine.processes.cores import CoreAllocation
from include.plan.experiment import Arm
from include.report.history.comparable_runs import Axis, RunGroups, group_runs
from include.report.history.history_model import change_sentence, difference
from include.report.history.past_runs import read_past_runs
from include.report.history.series import all_series
from include.verdicts.comparison.median_interval import Estimate
from tests.report.history.past import write


def grouped(runs: Path, axis: Axis | None = None) -> RunGroups:
    return group_runs(read_past_runs(runs, "releases"), axis)


def against(release: str) -> dict[str, dict[str, Arm]]:
    return {"arms": {"baseline": Arm(), "candidate": Arm(release=release)}}


def names(groups: RunGroups) -> list[list[str]]:
    return [[run.name for run in group.runs] for group in groups.groups]


def test_releases_are_in_the_order_of_their_numbers_and_the_newest_run_of_each_counts(tmp_path: Path) -> None:
    write(tmp_path, "a", "3.10.0", day=2)
    (group,) = grouped(tmp_path).groups
    assert not group.is_history
    for name, release, day in (("b", "0.11.0.3", 0), ("c", "3.9.1", 0), ("old", "3.10.0", 1)):
        write(tmp_path, name, release, day)
    seen = grouped(tmp_path)
    assert names(seen) == [["b", "c", "a"]]
    assert seen.left_out == {"old": "a is a newer run of the same release 3.10.0"}


def test_runs_of_one_release_are_in_order_of_time_along_which_it_is_a_condition(tmp_path: Path) -> None:
    for name, day in (("b", 1), ("a", 0)):
        write(tmp_path, name, "4.1.0", day)
    assert grouped(tmp_path).groups[0].axis is Axis.TIME
    assert names(grouped(tmp_path)) == [["a", "b"]]
    write(tmp_path, "c", "4.0.0", day=2)
    seen = grouped(tmp_path, Axis.TIME)
    assert names(seen) == [["a", "b"]]
    assert seen.left_out == {"c": "not comparable with the first group of runs: release: 4.0.0 against 4.1.0"}


def test_another_setting_makes_another_group_or_leaves_a_single_run_out(tmp_path: Path) -> None:
    for day in range(3):
        write(tmp_path, f"many-{day}", day=day)
    more_levels = {"semantics": ["at-least-once", "idempotent", "exactly-once"]}
    write(tmp_path, "many-3", day=3, factors=more_levels)  # which makes no other group
    write(tmp_path, "few-0", constants={"messages": 10})
    reason = "not comparable with the first group of runs: messages: 10 against 100000"
    assert grouped(tmp_path).left_out == {"few-0": reason}
    write(tmp_path, "few-1", day=1, constants={"messages": 10})
    assert names(grouped(tmp_path)) == [[f"many-{day}" for day in range(4)], ["few-0", "few-1"]]


APART, SHARED = {"cores": CoreAllocation.APART}, {"cores": CoreAllocation.SHARED}


@pytest.mark.parametrize(
    ("same", "other", "reason"),
    [
        (APART, SHARED, "cores of brokers and load programs: shared against apart"),
        (against("4.0.0"), against("4.1.0"), "arm candidate: 4.1.0 against 4.0.0"),
    ],
)
def test_another_condition_makes_another_group(tmp_path: Path, same: Any, other: Any, reason: str) -> None:
    for day, changes in enumerate((same, same, other)):
        write(tmp_path, f"night-{day}", day=day, **changes)
    seen = grouped(tmp_path)
    assert names(seen) == [["night-0", "night-1"]]
    assert seen.left_out == {"night-2": f"not comparable with the first group of runs: {reason}"}


def test_a_run_without_raw_logs_is_not_taken_for_a_run_on_the_same_host(tmp_path: Path) -> None:
    write(tmp_path, "a")
    write(tmp_path, "b", day=1)
    for manifest in write(tmp_path, "bare", day=2).glob("cells/*/manifest.json"):
        manifest.unlink()
    assert "host: unknown against workbench" in grouped(tmp_path).left_out["bare"]


THEN = Estimate(0.5, 0.4, 0.6, 10)


def test_two_medians_differ_only_where_their_intervals_do_not_overlap() -> None:
    reasons = {
        Estimate(0.8, 0.7, 0.9, 10): "higher than at first, and the intervals do not overlap",
        Estimate(0.3, 0.2, 0.39, 10): "lower than at first, and the intervals do not overlap",
        Estimate(0.7, 0.6, 0.9, 10): "no difference is shown",
        Estimate(0.9, None, None, 3): "too few repetitions to tell whether these medians differ",
    }
    assert {now: difference(THEN, now) for now in reasons} == reasons


def test_a_series_that_is_not_above_zero_is_not_said_to_be_searched_for_change_points(tmp_path: Path) -> None:
    for day in range(10):
        write(tmp_path, f"run-{day}", level=10 + day % 2, day=day, constants={"rate": 2000, "messages": 4000})
    group = group_runs(read_past_runs(tmp_path, "releases")).groups[0]
    measured = [series for series in all_series(group) if series.is_searched]
    negative = Estimate(-1, None, None, 6)
    below = [replace(series, points=dict.fromkeys(series.points, negative)) for series in measured]
    searched = f"No change point was found in {len(measured)} series."
    assert change_sentence(group, measured) == change_sentence(group, [*measured, *below]) == searched
    assert change_sentence(group, below).startswith("No change points were looked for in these 10 runs")
