"""What other attempts than the measured cells add to a report, and whether their selection counts."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.pages.table import Table
from include.report.publish import publish
from include.report.sections import excluded_cells
from include.report.sections.guarantees import message_table
from include.report.sections.violations import violating_attempts, violation_table
from include.report.violations_and_episodes import attempt_sentences, violation_sentence
from include.verdicts.guarantee import Verdict
from tests.report.page import read_page
from tests.report.synthetic import QUICK, make_plan, measured_run, values, where, write_run

REPEATED: dict[str, Any] = {
    "attempt": 1, "ended": "repeated", "reason": "the producer was late", "guarantee": "broken",
    "sent": 1000, "acked": 900, "received": 800, "lost": None, "duplicated": 0, "corrupted": 5,
}  # fmt: skip
WITHOUT_RAW_LOG = {"cell": "at-least-once.r02", "attempt": 1, "ended": "failed", "reason": "it was killed"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three cells of 100,000 messages, none of which has a violation."""
    return write_run(tmp_path_factory.mktemp("runs"), make_plan({"semantics": ["at-least-once"]}))


def with_attempts(folder: Path, *attempts: dict[str, Any]) -> MeasuredRun:
    """The run with further attempts, which are like its first cell but for these values."""
    run = read_measured_run(folder)
    first = run.cells.iloc[0].to_dict()
    rows = [{**first, **attempt} if "sent" in attempt else attempt for attempt in attempts]
    run.tables["attempts"] = pd.DataFrame(rows, columns=[*run.cells.columns, "ended", "reason"])
    return run


def test_messages_of_all_attempts_count_and_times_of_the_cells_alone(folder: Path) -> None:
    run = with_attempts(folder, REPEATED | {"producer_broker_latency_p50": 99_999.0})
    row = violation_table(run).groups[0].rows[0]
    assert row.cells[:4] == ("at-least-once", "broken", "301,000", "300,900")
    examined = [run.examined("at-least-once", violation) for violation in ("lost", "corrupted")]
    assert examined == [300_000, 300_800]
    assert len(run.repetitions("at-least-once", "producer_broker_latency_p50")) == 3
    assert run.total("at-least-once", "sent") == 300_000


def test_an_attempt_can_break_a_promise_and_cannot_leave_it_unproven(folder: Path) -> None:
    assert with_attempts(folder, REPEATED).guarantee("at-least-once") is Verdict.BROKEN
    unproven = REPEATED | {"guarantee": "unproven", "corrupted": 0}
    assert with_attempts(folder, unproven).guarantee("at-least-once") is Verdict.KEPT


def test_an_attempt_with_a_violation_and_its_messages_are_named(folder: Path) -> None:
    run = with_attempts(folder, REPEATED)
    (row,) = violating_attempts(run).groups[0].rows
    assert row.cells[:2] == ("at-least-once.r01, attempt 1 (repeated)", "–")  # noqa: RUF001
    assert row.cells[-1] == "5"
    violation = {"violation": "corrupted", "id": 7, "partition": 0, "offset": 12, "in_log": None}
    rows = [{"cell": "at-least-once.r01", "attempt": attempt, **violation} for attempt in (1, 2)]
    run.tables["violations"] = pd.DataFrame(rows).assign(transaction=None)
    named = [row.cells[0] for row in message_table(run).groups[0].rows]
    assert named == ["at-least-once.r01", "at-least-once.r01, attempt 1 (repeated)"]


def test_messages_that_are_read_in_parts_are_named_as_those_that_are_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_run(tmp_path, make_plan({"semantics": ["at-least-once"]}))
    lost = {"violation": "lost", "partition": 0, "offset": None, "transaction": None}
    rows = [{**lost, "id": id, "in_log": id > 4} for id in range(9)]
    violations = pd.DataFrame(rows).assign(cell="at-least-once.r01", attempt=3)
    violations.to_parquet(folder / "results" / "violations.parquet")
    at_once = message_table(with_attempts(folder, REPEATED))
    monkeypatch.setattr("include.report.measured_run.ROWS_OF_PART", 2)
    assert message_table(with_attempts(folder, REPEATED)) == at_once
    (row,) = at_once.groups[0].rows
    assert row.cells[2:] == ("9", "0, 1, 2, 3, 4, 5, and 3 more; 4 of them in the log")


def test_the_report_says_how_many_attempts_and_messages_were_counted(folder: Path) -> None:
    run = with_attempts(folder, REPEATED, REPEATED | {"sent": 100_000}, WITHOUT_RAW_LOG)
    counted, lost = attempt_sentences(run)
    assert "in the 3 measured cells and in 2 further attempts, which sent 101,000 messages" in counted
    assert lost == "1 further attempt left no raw log that can be counted."
    assert violation_sentence(run).startswith("Of 300,000 acknowledged messages")
    assert list(attempt_sentences(read_measured_run(folder))) == []


def test_an_earlier_attempt_is_listed_with_its_reason(folder: Path) -> None:
    (table,) = excluded_cells.RECORD.build(with_attempts(folder, WITHOUT_RAW_LOG)).blocks
    assert isinstance(table, Table)
    assert table.groups[0].rows[0].cells[:3] == ("at-least-once.r02, attempt 1", "failed", "it was killed")


def with_invalid(*invalid: str) -> MeasuredRun:
    """In block 2 every latency is a hundred times as large, and a message is lost."""
    slow = values(where("producer_*_latency_*", 2000, block=2), lost=lambda _, block: int(block == 2))
    return measured_run(make_plan(QUICK), slow, invalid=invalid)


def test_an_invalid_cell_is_among_no_repetitions_and_its_messages_are_counted() -> None:
    run = with_invalid("at-least-once.r02")
    assert run.repetitions("at-least-once", "producer_consumer_latency_p50").to_dict() == {1: 20.0, 3: 20.0}
    assert run.repetitions("at-most-once", "producer_consumer_latency_p50").max() == 2000.0
    assert run.total("at-least-once", "lost") == 1
    assert run.guarantee("at-least-once") is Verdict.BROKEN


def test_a_run_with_only_invalid_cells_has_a_report_without_figures() -> None:
    cells = [cell.id for cell in make_plan(QUICK).cells]
    page = read_page(publish(with_invalid(*cells).folder))
    assert len(page.by_id("omitted-cells").rows()) == 12
    assert "12 of the 12 measured cells are invalid" in page.by_id("answer").text
