from pathlib import Path

import pandas as pd
import pytest

from include.report.history.comparable_runs import group_runs
from include.report.history.past_runs import read_past_runs
from include.report.history.series import MetricSeries, all_series
from include.verdicts.comparison.median_interval import Estimate
from tests.report.history.past import write


def series(runs: Path) -> dict[tuple[str, bool, str], MetricSeries]:
    listed = all_series(group_runs(read_past_runs(runs, "releases")).groups[0])
    return {(series.treatment.id, series.is_cost, series.quantity.metric.name): series for series in listed}


def test_a_measured_series_has_the_median_of_each_run(tmp_path: Path) -> None:
    write(tmp_path, "a", level=40)
    write(tmp_path, "b", level=60, day=1)
    listed = series(tmp_path)
    points = listed["at-least-once", False, "throughput"].points
    assert [point.median for point in points.values()] == [40.035, 60.035]
    assert {metric for _, _, metric in listed} == {"throughput", "broker_cpu_time"}  # no latency at full load
    assert {name for name, is_cost, _ in listed if is_cost} == {"exactly-once"}


def test_a_cost_is_the_ratio_that_the_results_have_and_in_latency_a_difference(tmp_path: Path) -> None:
    rows = pd.read_parquet(write(tmp_path, "a", cost=0.6) / "results" / "differences.parquet")
    (row,) = rows[rows["metric"] == "throughput"][["estimate", "low", "high", "pairs"]].to_numpy().tolist()
    cost = series(tmp_path)["exactly-once", True, "throughput"]
    assert cost.points == {0: Estimate(*row)}
    assert cost.unit == "times that of at-least-once"
    write(tmp_path / "paced", "a", level=10, cost=1.5, constants={"rate": 2000, "messages": 4000})
    latency = series(tmp_path / "paced")["exactly-once", True, "latency_p50"]
    assert latency.points[0].median == pytest.approx(5)
    assert latency.unit == "ms more than at-least-once"


@pytest.mark.parametrize("lack", [{"repetitions": 2}, {"level": -1}], ids=["two pairs", "values below zero"])
def test_a_cost_needs_three_pairs_and_a_ratio_values_above_zero(tmp_path: Path, lack: dict[str, int]) -> None:
    write(tmp_path, "a", **lack)  # type: ignore[arg-type]
    write(tmp_path, "b", day=1)
    assert list(series(tmp_path)["exactly-once", True, "throughput"].points) == [1]


def test_a_run_without_a_treatment_leaves_a_gap_beside_which_changes_keep_their_index(tmp_path: Path) -> None:
    gap = tuple(f"exactly-once.r0{block}" for block in range(1, 7))
    for day in range(14):
        cost = (0.5 if day < 8 else 0.8) + day % 3 / 100
        write(tmp_path, f"day-{day:02}", day=day, cost=cost, without=gap if day == 2 else ())
    costs = series(tmp_path)["exactly-once", True, "throughput"]
    assert list(costs.points) == [0, 1, *range(3, 14)]
    (change,) = costs.changes
    assert change.index == 8
