from pathlib import Path

from include.history.comparable_runs import group_runs
from include.history.followed_metrics import FOLLOWED_METRICS
from include.history.past_runs import read_past_runs
from include.history.series import MetricSeries, all_series
from include.report.ratios import ratio_by_block
from tests.history.past import write


def series(runs: Path) -> dict[tuple[str, bool, str], MetricSeries]:
    found = all_series(group_runs(read_past_runs(runs, "releases")).groups[0])
    return {(one.treatment.id, one.is_cost, one.metric.metric): one for one in found}


def test_a_measured_series_has_the_median_of_each_run(tmp_path: Path) -> None:
    write(tmp_path, "a", level=40)
    write(tmp_path, "b", level=60, day=1)
    points = series(tmp_path)["at-least-once", False, "throughput"].points
    assert [point.median for point in points.values()] == [40.02, 60.02]


def test_a_cost_is_the_ratio_that_a_report_of_the_run_has(tmp_path: Path) -> None:
    write(tmp_path, "a", cost=0.6)
    (run,) = read_past_runs(tmp_path, "releases").runs
    cells = run.cells.set_index("block")
    ours, theirs = (
        cells[cells["treatment"] == name][FOLLOWED_METRICS[0].column]
        for name in ("exactly-once", "at-least-once")
    )
    assert series(tmp_path)["exactly-once", True, "throughput"].points == {0: ratio_by_block(ours, theirs)}


def test_at_least_once_has_no_cost_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "a")
    assert {name for name, is_cost, _ in series(tmp_path) if is_cost} == {"exactly-once"}


def test_values_that_are_not_above_zero_have_no_ratio(tmp_path: Path) -> None:
    write(tmp_path, "a", level=-1)
    write(tmp_path, "b", day=1)
    assert list(series(tmp_path)["exactly-once", True, "throughput"].points) == [1]


def test_a_run_that_lacks_a_treatment_leaves_a_gap(tmp_path: Path) -> None:
    write(tmp_path, "a")
    write(tmp_path, "b", day=1, without=tuple(f"exactly-once.r0{block}" for block in (1, 2, 3)))
    write(tmp_path, "c", day=2)
    assert list(series(tmp_path)["exactly-once", False, "throughput"].points) == [0, 2]


def test_a_change_point_has_the_index_of_its_run_beside_a_gap(tmp_path: Path) -> None:
    gap = tuple(f"exactly-once.r0{block}" for block in (1, 2, 3))
    for day in range(14):
        cost = (0.5 if day < 8 else 0.8) + day % 3 / 100
        write(tmp_path, f"day-{day:02}", day=day, cost=cost, without=gap if day == 2 else ())
    (change,) = series(tmp_path)["exactly-once", True, "throughput"].changes
    assert change.index == 8
