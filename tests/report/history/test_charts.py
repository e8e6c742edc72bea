from pathlib import Path

import pytest

from include.report.history.charts import looks, series_by_chart, ticks
from include.report.history.comparable_runs import Axis, ComparableRuns, group_runs
from include.report.history.past_runs import read_past_runs
from include.report.history.series import all_series
from tests.report.history.past import write


def comparable(runs: Path, axis: Axis, *releases: str, days: int = 1) -> ComparableRuns:
    for number, release in enumerate(releases):
        write(runs, f"run-{number}", release, number * days)
    return group_runs(read_past_runs(runs, "releases"), axis).groups[0]


@pytest.mark.parametrize(
    ("axis", "releases", "labels"),
    [
        (Axis.RELEASE, ["0.11.0.3", "1.0.2", "1.1.1"], ["0.11\n2017", "1.0", "1.1\n2018"]),
        (Axis.RELEASE, ["3.9.0", "3.9.1"], ["3.9.0\n2024", "3.9.1"]),  # of the same feature release
        (Axis.RELEASE, ["4.1.0", "4.99.0"], ["4.1\n2025", "4.99"]),  # whose date is not known
        (Axis.TIME, ["4.1.0", "4.1.0"], ["2026-11-01", "2026-11-02"]),
    ],
)
def test_a_release_is_labelled_with_its_name_and_year_and_along_time_with_its_day(
    tmp_path: Path, axis: Axis, releases: list[str], labels: list[str]
) -> None:
    assert list(ticks(comparable(tmp_path, axis, *releases))) == list(enumerate(labels))


def test_later_runs_of_a_day_are_labelled_with_their_time(tmp_path: Path) -> None:
    group = comparable(tmp_path, Axis.TIME, "4.1.0", "4.1.0", days=0)
    assert list(ticks(group)) == [(0, "2026-11-01"), (1, "12:00")]


def test_treatments_that_share_a_colour_have_different_dashes(tmp_path: Path) -> None:
    levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
    write(tmp_path, "a", factors=levels)
    (group,) = group_runs(read_past_runs(tmp_path, "releases")).groups
    _, costs = next(series_by_chart(all_series(group)))
    assert [look.dash for look in looks(costs)] == ["solid", "dashed"]
