from dataclasses import replace
from pathlib import Path

from include.history.comparable_runs import group_runs
from include.history.history_model import change_sentence, difference
from include.history.past_runs import read_past_runs
from include.history.series import all_series
from include.rendering.estimate import Estimate
from tests.history.past import write

THEN = Estimate(0.5, 0.4, 0.6, 10)


def test_two_medians_differ_only_where_their_intervals_do_not_overlap() -> None:
    told = {
        Estimate(0.8, 0.7, 0.9, 10): "higher than at first, and the intervals do not overlap",
        Estimate(0.3, 0.2, 0.39, 10): "lower than at first, and the intervals do not overlap",
        Estimate(0.7, 0.6, 0.9, 10): "no difference is shown",
        Estimate(0.9, None, None, 3): "too few repetitions to tell whether they differ",
    }
    assert {now: difference(THEN, now) for now in told} == told


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
