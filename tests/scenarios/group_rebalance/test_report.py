from typing import Any

import pyarrow as pa
import pytest

from include.plan.plan import Plan
from include.plan.treatment import Cell, Treatment
from include.report.measured_run import MeasuredRun
from include.report.sections.registry import sections_of
from include.scenarios.group_rebalance.measures import TABLES
from include.scenarios.group_rebalance.report.charts import ownership_charts
from include.scenarios.group_rebalance.report.findings import (
    MessageShare,
    finding_tables,
    rule_checks,
)
from include.scenarios.group_rebalance.report.section import SECTION, change_sentences, change_table
from tests.report.blocks import charts, plain, texts
from tests.report.synthetic import QUICK, make_plan, measured_run, plain_value

ASSIGNORS = ["range", "cooperative-sticky", "consumer-protocol"]

PARTS: list[dict[str, Any]] = [
    {"factors": {"assignor": ASSIGNORS, "fault": ["no-fault", "stop-consumer"]}},
    {"factors": {"consumers": [1, 3]}, "constants": {"messages": 3, "partitions": 3, "keys": 4}},
]

STOPPED = [
    (0, 1, 0, -1.0, 2.0, "left", 10),
    (0, 1, 1, -1.0, 2.0, "left", 10),
    (1, 1, 2, -1.0, 3.0, "revoked", 10),
    (1, 1, 3, -1.0, 3.0, "revoked", 10),
    (2, 1, None, -1.0, 4.0, "given", 0),
    (1, 1, 0, 4.0, None, None, 10),
    (1, 1, 1, 4.0, None, None, 10),
    (2, 1, 2, 4.0, None, None, 10),
    (2, 1, 3, 4.0, None, None, 10),
]
"""Of four partitions. Consumer 0 leaves, consumer 2 was idle; all as the rule says."""


def plan() -> Plan:
    constants = {"semantics": "idempotent", "messages": 1000, "rate": 100, "partitions": 4}
    return make_plan({}, 2, constants=constants, parts=PARTS, scenario="group_rebalance")


def owned(cell: Cell) -> pa.Table:
    """In one cell of range, partitions lie otherwise; of three messages, one cell's go to one consumer."""
    rows: list[tuple[Any, ...]] = list(STOPPED)
    if cell.id == "range.no-fault.r02":
        rows = [(place % 2, 1, place, -1.0, None, None, 5) for place in range(4)]
    if cell.treatment in ("1consumers", "3consumers"):
        alone = cell.treatment == "1consumers" or cell.block == 2
        rows = [(0 if alone else number, 1, number, -1.0, None, None, 1) for number in range(3)]
    schema = TABLES["ownership"].schema
    records = [dict(zip(schema.names, (cell.id, *row), strict=True)) for row in rows]
    return pa.Table.from_pylist(records, schema=schema)


def value(treatment: Treatment, column: str, block: int) -> float | None:
    if column == "ownership_pause_mean":
        return {"range": 1.5, "cooperative-sticky": 0.5}.get(treatment.id.partition(".")[0], 0.25)
    if column == "moved_needlessly":
        return 2 if treatment.id.startswith("range") else 0
    return plain_value(treatment, column, block)


@pytest.fixture(scope="module")
def run() -> MeasuredRun:
    return measured_run(plan(), value, owned=owned)


def test_assignors_are_grouped_by_what_happens_to_the_group(run: MeasuredRun) -> None:
    assignors = {group.title: [row.cells[0] for row in group.rows] for group in change_table(run).groups}
    rules = ["range", "cooperative-sticky", "consumer-protocol (uniform)"]
    changes = ("Nothing changes", "A member leaves")
    assert assignors == {f"{change}: 3 members, 4 partitions": rules for change in changes}


def test_each_change_is_shown_with_the_pauses_of_every_assignor(run: MeasuredRun) -> None:
    (sentence,) = change_sentences(run)
    text = plain(sentence)
    assert text.startswith("A member leaves (3 members, 4 partitions): ")
    assert "1.50 s with range, 0.500 s with cooperative-sticky and 0.250 s with consumer-protocol" in text
    assert "moved needlessly: 2.00 with range, 0 with cooperative-sticky and 0 with consumer-protocol" in text


def test_each_state_of_a_group_with_the_range_assignor_is_compared_with_the_rule(run: MeasuredRun) -> None:
    checks = {(rule.members, rule.partitions): (rule.agreeing, rule.states) for rule in rule_checks(run)}
    assert checks == {(2, 4): (6, 7), (1, 3): (3, 3), (3, 3): (1, 1)}


def test_the_shares_of_a_few_messages_are_counted(run: MeasuredRun) -> None:
    (group,) = finding_tables(run)[1].groups
    assert [row.cells for row in group.rows] == [
        ("1", "3", "3", "3", "yes", "2"),
        ("3", "3", "1, 1, 1", "1, 1, 1", "yes", "1"),
        ("3", "3", "3, 0, 0", "1, 1, 1", "no", "1"),
    ]


def test_a_group_of_a_size_that_was_not_published_is_not_compared() -> None:
    share = MessageShare(messages=3, received=(2, 1), cells=1)
    assert (share.published, share.agreement) == (None, "–")  # noqa: RUF001


def test_the_figures_decide_what_was_reproduced(run: MeasuredRun) -> None:
    reproduced = texts(SECTION.build(run))[1]
    assert "the partitions of the formula in 10 of 11 states" in reproduced
    assert "of 12 acknowledged messages with keys, none arrived out of order" in reproduced
    assert any("kept" in paragraph.text for paragraph in SECTION.build(run).answer)
    (chart,) = charts(SECTION.build(run))
    assert chart.caption == "A member leaves: 3 members, 4 partitions"


def test_before_anything_is_measured_there_is_no_section() -> None:
    [section] = sections_of("group_rebalance")
    assert not section.applies(measured_run(plan(), results=False))
    assert not section.applies(measured_run(make_plan(QUICK)))


def test_a_run_without_an_owner_has_no_chart() -> None:
    assert ownership_charts(measured_run(plan(), value)) == []
