from pathlib import Path

from include.history.charts import looks, series_by_chart, ticks
from include.history.comparable_runs import Axis, ComparableRuns, group_runs
from include.history.past_runs import read_past_runs
from include.history.series import all_series
from tests.history.past import write


def comparable(runs: Path, axis: Axis, *releases: str) -> ComparableRuns:
    for day, release in enumerate(releases):
        write(runs, f"run-{day}", release, day)
    return group_runs(read_past_runs(runs, "releases"), axis).groups[0]


def test_the_year_stands_below_its_first_release(tmp_path: Path) -> None:
    found = ticks(comparable(tmp_path, Axis.RELEASE, "0.11.0.3", "1.0.2", "1.1.1"))
    assert list(found) == [(0, "0.11\n2017"), (1, "1.0"), (2, "1.1\n2018")]


def test_releases_of_the_same_feature_release_have_full_labels(tmp_path: Path) -> None:
    found = ticks(comparable(tmp_path, Axis.RELEASE, "3.9.0", "3.9.1"))
    assert list(found) == [(0, "3.9.0\n2024"), (1, "3.9.1")]


def test_a_release_of_an_unknown_date_has_no_year(tmp_path: Path) -> None:
    found = ticks(comparable(tmp_path, Axis.RELEASE, "4.1.0", "4.99.0"))
    assert list(found) == [(0, "4.1\n2025"), (1, "4.99")]


def test_along_time_a_run_is_labelled_with_its_day(tmp_path: Path) -> None:
    found = ticks(comparable(tmp_path, Axis.TIME, "4.1.0", "4.1.0"))
    assert list(found) == [(0, "2026-11-01"), (1, "2026-11-02")]


def test_later_runs_of_a_day_are_labelled_with_their_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path, name)
    (found,) = group_runs(read_past_runs(tmp_path, "releases")).groups
    assert list(ticks(found)) == [(0, "2026-11-01"), (1, "12:00")]


def test_treatments_that_share_a_colour_have_different_dashes(tmp_path: Path) -> None:
    write(
        tmp_path, "a", factors={"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
    )
    (found,) = group_runs(read_past_runs(tmp_path, "releases")).groups
    _, costs = next(series_by_chart(all_series(found)))
    assert [look.dash for look in looks(costs)] == ["solid", "dashed"]
