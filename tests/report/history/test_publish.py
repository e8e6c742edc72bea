import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from include.report.accepted_regressions import write_acceptance
from include.report.history.publish import publish
from tests.report.history.past import write
from tests.report.page import read_page
from tests.report.test_accepted_regressions import acceptance

FEATURES = ["1.0.2", "1.1.1", "2.0.1", "2.1.1", "2.2.2", "2.3.1", "2.4.1", "2.5.1", "2.6.3", "2.7.2"]
RELEASES = ["0.11.0.3", *FEATURES]
History = Callable[[int], Path]
"""A function that returns the page of the history of so many releases; exactly-once gains from 2.2 on."""


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    @cache
    def published(releases: int) -> Path:
        runs = tmp_path_factory.mktemp("runs")
        for place, release in enumerate(RELEASES[:releases]):
            cost = (0.5 if place < 5 else 0.8) + place % 2 / 100
            write(runs, f"of-{release}", release, place, cost=cost)
        return Path(str(publish(runs, "releases")))

    return published


def test_a_page_has_the_first_and_newest_cost_and_changes_or_what_is_too_few(history: History) -> None:
    text = read_page(history(11)).by_id("lineage-1").text
    assert "0.500 times that of at-least-once (0.500 to 0.501) in 0.11.0.3, 0.800 (0.800 to" in text
    assert "A change point is at 2.2.2 (from 0.504 to 0.805)" in text
    text = read_page(history(3)).by_id("lineage-1").text
    assert "No change points were looked for in these 3 runs: a series needs 10 points" in text
    text = read_page(history(1)).by_id("lineage-1").text
    assert "A history needs two comparable runs" in text


def test_each_quantity_has_charts_and_a_table_with_a_row_for_each_release(history: History) -> None:
    page = read_page(history(2))
    assert [figure.all("figcaption")[0].text for figure in page.all("figure")] == [
        "End-to-end throughput, ratio to at-least-once",
        "End-to-end throughput, MiB/s",
        "CPU time of the brokers, µs/message",
    ]
    assert page.by_id("lineage-1-table-0").rows() == [
        ["0.11.0.3", "2017-06-28", "of-0.11.0.3", "0.500 (0.500 to 0.501)"],
        ["1.0.2", "2017-11-01", "of-1.0.2", "0.510 (0.510 to 0.511)"],
    ]


def test_runs_left_out_are_listed_with_the_reason_and_accepted_regressions_are_shown(tmp_path: Path) -> None:
    for name, has_results in (("measured", True), ("fresh", False)):
        write(tmp_path, name, results=has_results)
    rows = read_page(publish(tmp_path, "releases")).by_id("left-out-runs").rows()
    assert rows == [["no results/cells.parquet: not measured yet", "1", "fresh"]]
    write(tmp_path, "monday", "4.0.0")
    write_acceptance(write(tmp_path, "tuesday", "4.1.0", day=1), acceptance("tuesday"))
    text = publish(tmp_path, "releases").read_text()
    assert "The regression in tuesday was accepted by Mia Meer on 2026-11-24: Durability is worth it." in text


def test_the_csv_and_the_text_have_the_figures_of_the_page_which_is_no_run(history: History) -> None:
    with history(11).with_name("history.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(RELEASES) * (2 * 2 + 1)  # two quantities of two treatments, and one cost
    assert {row["run"] for row in rows if row["change_point"] and row["ratio_to"]} == {"of-2.2.2"}
    text = history(3).with_name("history.md").read_text(encoding="utf-8")
    assert text.startswith("# History of releases\n\n## 0.11.0.3 to 1.1.1\n")
    assert "| 1.0.2 | 2017-11-01 | of-1.0.2 | 0.510 (0.510 to 0.511) |" in text
    assert "None: every run" in read_page(publish(history(2).parents[2], "releases")).by_id("left-out").text
