"""A report shows whether the selection of valid attempts changed what it compares."""

from pathlib import Path
from typing import Any

import pandas as pd

from include.report.measured_run import MeasuredRun
from include.report.publish import publish
from include.report.sections.excluded_cells import ALL_VALID, selection_table
from tests.report.page import read_page
from tests.report.synthetic import make_plan, measured_run

LATE = {"ended": "repeated", "broken_rules": '["producer late"]', "validity": "invalid"}
SLOW = {"producer_consumer_latency_p50": 80.0, "broker_cpu_time": 40.0}


def run_with(folder: Path, *discarded: dict[str, Any], invalid: tuple[str, ...] = ()) -> MeasuredRun:
    """Three cells with latencies of 20 ms, of which each first attempt that is given was discarded."""
    plan = make_plan({"semantics": ["at-least-once"]}, 3, constants={"messages": 12_000, "rate": 2000.0})
    run = measured_run(folder, plan, invalid=invalid)
    rows = [run.cells.iloc[place].to_dict() | attempt for place, attempt in enumerate(discarded)]
    run.tables["attempts"] = pd.DataFrame(rows, columns=[*run.cells.columns, "ended", "reason"])
    run.cells["attempt"] = [2 if place < len(discarded) else 1 for place in range(3)]
    return run


def cells_of(run: MeasuredRun) -> tuple[str, ...]:
    (group,) = selection_table(run).groups
    (row,) = group.rows
    return row.cells


def test_medians_over_all_first_attempts_are_beside_those_over_the_valid_cells(tmp_path: Path) -> None:
    run = run_with(tmp_path, LATE | SLOW, LATE | SLOW)
    titles = [column.full_title for column in selection_table(run).columns[5:]]
    assert cells_of(run) == (
        *("at-least-once", "3", "5", "2", "producer late (2)"),
        *("80.0", "20.0", "40.0", "0"),
    )
    assert titles == [
        "median end-to-end latency, ms: first attempts",
        "median end-to-end latency, ms: valid cells",
        "CPU time of the brokers, µs/message: first attempts",
        "CPU time of the brokers, µs/message: valid cells",
    ]


def test_a_later_attempt_that_was_discarded_is_no_first_attempt(tmp_path: Path) -> None:
    assert cells_of(run_with(tmp_path, LATE | SLOW | {"attempt": 2}))[5:7] == ("20.0", "20.0")


def test_an_invalid_cell_that_was_not_measured_again_is_a_first_attempt(tmp_path: Path) -> None:
    run = run_with(tmp_path, invalid=("at-least-once.r02",))
    run.cells.loc[run.cells["cell"] == "at-least-once.r02", "producer_consumer_latency_p50"] = 50.0
    run.cells.loc[run.cells["cell"] == "at-least-once.r03", "producer_consumer_latency_p50"] = 30.0
    assert cells_of(run)[1:7] == ("3", "3", "0", "–", "30.0", "25.0")  # noqa: RUF001


def test_each_reason_of_a_discarded_attempt_is_counted(tmp_path: Path) -> None:
    both = LATE | {"broken_rules": '["producer late", "clock was set"]'}
    failed = {"ended": "failed", "broken_rules": "[]"}
    assert cells_of(run_with(tmp_path, LATE, both, failed))[3:5] == (
        "3",
        "producer late (2), clock was set (1), failed (1)",
    )


def test_an_attempt_that_no_present_rule_discards_and_an_unreadable_one_are_named_so(tmp_path: Path) -> None:
    former, unreadable = LATE | {"broken_rules": "[]"}, LATE | {"broken_rules": None}
    assert cells_of(run_with(tmp_path, former, unreadable))[4] == (
        "valid by the present rules (1), raw log cannot be read (1)"
    )


def test_where_all_first_attempts_were_valid_one_sentence_says_so(tmp_path: Path) -> None:
    page = read_page(publish(run_with(tmp_path).folder))
    assert ALL_VALID in page.by_id("omitted").text
