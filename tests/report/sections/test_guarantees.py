from pathlib import Path
from typing import Any

import pytest

from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.pages.table import Field
from include.report.publish import publish
from include.report.sections.guarantees import details, matrices
from include.report.sections.guarantees.documented_cases import case_results, case_table, guarantee_sentences
from include.report.sections.recovery import recovery_table
from tests.report.blocks import plain, rows
from tests.report.page import read_page
from tests.report.synthetic import make_plan, measured_run, plain_value, where, write_run

WEAK = "at-least-once, acks 1"
PROCESSING = {"processing": "process-first"}

PARTS: list[dict[str, Any]] = [
    {"factors": {"semantics": ["at-most-once", "idempotent"], "fault": ["no-fault", "kill-leader"]}},
    {
        "factors": {"semantics": ["at-least-once"], "acks": [1], "fault": ["lose-replicas"]},
        "constants": {"idempotence": False, "replication": 2, "unclean_leader_election": True},
    },
    {"factors": {"semantics": ["at-least-once"], "fault": ["kill-before-commit"]}, "constants": PROCESSING},
]


def plan() -> Plan:
    return make_plan({}, 2, constants={"messages": 1000, "rate": 100}, parts=PARTS)


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """At most once lost seven in each cell; under an unclean election three were gone."""
    fault = treatment.traits.disturbance.fault_level
    if column == "lost" and treatment.id == "at-most-once.kill-leader":
        return 7
    if column == "gone" and fault == "lose-replicas":
        return 3
    if column == "delivery_gap":
        return 9.5 if fault != "no-fault" else 0.25
    return plain_value(treatment, column, block)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = write_run(tmp_path_factory.mktemp("runs"), plan(), value)
    publish(run)
    return run


@pytest.fixture
def run(folder: Path) -> MeasuredRun:
    return read_measured_run(folder)


def fields(run: MeasuredRun) -> dict[tuple[str, str], str]:
    return {
        (row[0], column.title): field
        for matrix in matrices(run)
        for row in rows(matrix)
        for column, field in zip(matrix.columns, row, strict=True)
    }


@pytest.mark.parametrize(
    ("name", "fault", "field", "detail"),
    [
        ("at-most-once", "kill-leader", "kept 0/2", ["0 of 2", "at most 78 %", "14 lost, as allowed"]),
        (
            "at-least-once, acks 1",
            "lose-replicas",
            "broken 2/2",
            ["2 of 2", "16 % to 100 %", "6 gone from the log"],
        ),
        ("idempotent", "no-fault", "kept 0/2", ["0 of 2", "at most 78 %", "–", "1,500"]),  # noqa: RUF001
    ],
)
def test_a_field_has_the_verdict_and_leads_to_its_bounds_and_violations(
    run: MeasuredRun, name: str, fault: str, field: str, detail: list[str]
) -> None:
    assert fields(run)[name, fault] == field
    listed = [list(map(plain, row)) for row in rows(details(run))]
    (cells,) = (row for row in listed if row[:2] == [name, fault])
    assert cells[3 : 3 + len(detail)] == detail


def test_every_field_leads_to_a_row(run: MeasuredRun) -> None:
    links = {
        cell.link
        for matrix in matrices(run)
        for group in matrix.groups
        for row in group.rows
        for cell in row.cells
        if isinstance(cell, Field)
    }
    assert links <= {row.anchor for group in details(run).groups for row in group.rows}
    assert len(links) == 6


def test_faults_are_sorted_by_their_targets(run: MeasuredRun) -> None:
    titles = [(table.caption, tuple(column.title for column in table.columns[2:])) for table in matrices(run)]
    assert titles == [
        ("Faults of brokers or of their network", ("no-fault", "kill-leader", "lose-replicas")),
        ("Faults of consumers and copiers, and changes of the group", ("kill-before-commit",)),
    ]


def test_each_case_has_its_finding(run: MeasuredRun) -> None:
    findings = {row.cells[0]: row.cells[-1] for group in case_table(run).groups for row in group.rows}
    assert findings == {
        "At most once (b)": "as documented",
        "At least once (b)": "not provoked",
        "f + 1 replicas": "as documented",
        "Control: unclean leader election": "as documented",
    }


def test_where_nothing_was_acknowledged_all_is_unproven() -> None:
    run = measured_run(plan(), where("acked", 0))
    assert {row.cells[-1] for group in case_table(run).groups for row in group.rows} == {"unproven"}
    kept, cases = guarantee_sentences(run)
    assert kept.startswith("0 of 6 treatments kept their guarantee. Unproven, because too few messages were")
    assert "4 remain unproven, because too few messages were acknowledged" in cases


def test_the_answer_names_broken_guarantees_and_counts_unprovoked_cases(run: MeasuredRun) -> None:
    kept, bound, cases = map(plain, guarantee_sentences(run))
    assert kept == (
        "5 of 6 treatments kept their guarantee. Broken: at-least-once, acks 1 under lose-replicas, "
        "2 of 2 episodes, 6 gone from the log."
    )
    assert "had 2 episodes or more without a violation; with 95% confidence, at most 78 %" in bound
    assert cases.startswith("Of 4 results")
    assert cases.endswith("3 came out as documented, 1 were not provoked.")


def test_treatments_that_were_not_measured_are_named() -> None:
    cells = tuple(cell.id for cell in plan().cells if cell.treatment == "at-most-once.kill-leader")
    kept, *_ = guarantee_sentences(measured_run(plan(), value, without=cells))
    assert kept.endswith(" Not measured: at-most-once under kill-leader.")


def test_nothing_is_said_of_documented_cases_where_none_can_show() -> None:
    quiet = {"semantics": ["idempotent"], "fault": ["no-fault", "freeze-leader"]}
    run = measured_run(make_plan(quiet, 2, constants={"messages": 1000, "rate": 100}), plain_value)
    assert case_results(run) == []
    assert len(guarantee_sentences(run)) == 2


def test_recovery_stands_beside_the_treatment_without_the_fault(run: MeasuredRun) -> None:
    rows = [row.cells for group in recovery_table(run).groups for row in group.rows]
    assert rows[0][0] == "kill-leader"
    assert rows[0][3:5] == ("9.50", "0.250")


def test_a_report_of_guarantees_begins_with_them_and_has_no_tables_of_the_thesis(folder: Path) -> None:
    page = read_page(folder / "report" / "index.html")
    sections = [section.attributes["id"] for section in page.all("section")]
    assert sections[:3] == ["answer", "guarantees", "recovery-section"]
    assert "tables" not in sections
