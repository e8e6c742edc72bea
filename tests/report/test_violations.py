import pytest

from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Paragraph
from include.report.pages.table import Table
from include.report.sections.violations import (
    NO_NEGATIVE,
    NO_VIOLATION,
    RECORD,
    negative_table,
    violating_attempts,
    violation_table,
)
from include.report.violations_and_episodes import per_million, violation_sentence
from tests.report.blocks import rows
from tests.report.synthetic import make_plan, measured_run, values, where


def run_with(column: str, in_block_2: int | None) -> MeasuredRun:
    return measured_run(make_plan({"semantics": ["at-least-once"]}), where(column, in_block_2, block=2))


@pytest.mark.parametrize(
    ("seen", "chances", "text"),
    [(0, 1_000_000, "≤ 3.00"), (0, 300_000, "≤ 10.0"), (12, 1_000_000, "12.0"), (0, 0, "–"), (None, 5, "–")],  # noqa: RUF001
)
def test_no_violations_in_n_have_a_bound_of_three_in_n(seen: int | None, chances: int, text: str) -> None:
    assert per_million(seen, chances) == text


def test_violations_are_summed_over_cells_and_duplicates_keep_at_least_once() -> None:
    tables = (violation_table(run_with(violation, 7)) for violation in ("lost", "duplicated"))
    lost, duplicated = (table.groups[0].rows[0].cells for table in tables)
    assert lost[1:9] == ("broken", "300,000", "300,000", "0", "0", "300,000", "7", "23.3")
    assert duplicated[1] == "kept"


@pytest.mark.parametrize("violation", ["lost", "torn", "phantom", "corrupted"])
def test_the_cells_with_violations_are_named(violation: str) -> None:
    table = violating_attempts(run_with(violation, 7))
    (row,) = table.groups[0].rows
    counts = dict(zip((column.title for column in table.columns), row.cells, strict=True))
    assert counts.pop("Cell") == "at-least-once.r02"
    assert {name: number for name, number in counts.items() if number != "0"} == {violation: "7"}


@pytest.mark.parametrize(
    ("column", "in_block_2", "begin", "end"),
    [
        ("lost", 0, "Of 300,000 acknowledged messages none were lost. No ", ""),
        ("lost", 7, "Of 300,000 acknowledged messages 7 were lost. No deliveries repeated a message", ""),
        ("lost", None, "Of 200,000 acknowledged messages none were lost.", ""),
        ("phantom", 7, "", " Also seen: 7 phantom."),
    ],
)
def test_the_answer_counts_lost_messages_among_those_looked_for_and_names_other_violations(
    column: str, in_block_2: int | None, begin: str, end: str
) -> None:
    sentence = violation_sentence(run_with(column, in_block_2))
    assert sentence.startswith(begin)
    assert sentence.endswith(end)


def contents(run: MeasuredRun) -> list[str]:
    """The tables by their ids and the paragraphs by their texts, in the order of the section."""
    blocks = [block for block in RECORD.build(run).blocks if isinstance(block, Table | Paragraph)]
    return [block.id if isinstance(block, Table) else block.text for block in blocks]


@pytest.mark.parametrize(
    ("column", "cells", "latencies"),
    [
        ("lost", "violating-cells", NO_NEGATIVE),
        ("producer_consumer_negative_latencies", NO_VIOLATION, "negative-cells"),
        ("retries", NO_VIOLATION, NO_NEGATIVE),
    ],
)
def test_violations_of_treatments_come_before_those_of_cells_and_then_negative_latencies(
    column: str, cells: str, latencies: str
) -> None:
    assert contents(run_with(column, 7)) == ["violations-table", cells, latencies]


def test_duplicates_are_per_million_deliveries_and_losses_per_million_acknowledged() -> None:
    counts = {"acked": 40_000, "received": 50_000, "lost": 10, "duplicated": 10, "out_of_order": 10}
    run = measured_run(make_plan({"semantics": ["at-least-once"]}), values(**counts))
    (row,) = rows(violation_table(run))
    assert row[7:] == ["30", "250", "30", "200", "30", "200"]


def test_a_violation_that_nobody_looked_for_is_a_dash() -> None:
    run = measured_run(make_plan({"semantics": ["at-least-once"]}, 1), values(gone=None, lost=1))
    (row,) = violating_attempts(run).groups[0].rows
    assert row.cells[1:5] == ("1", "0", "0", "–")  # noqa: RUF001


def test_cells_with_negative_latencies_are_named() -> None:
    negative = negative_table(run_with("producer_consumer_negative_latencies", 4))
    assert rows(negative) == [["at-least-once.r02", "0", "4"]]
