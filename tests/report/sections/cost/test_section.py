"""The section about costs: its table, its charts, and what they are made of."""

from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.report.report_model import Report, build_report
from include.report.sections.registry import SECTIONS
from tests.report.blocks import charts, plain, rows, section_of, table, texts
from tests.report.synthetic import Levels, make_plan, measured_run, plain_value

FACTORS: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
PACED = {"rate": 2000, "messages": 4000}
ADDED = {10: 60, 100: 75}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Exactly-once adds its latency, give or take the number of the block; CPU time is the same."""
    added = ADDED.get(treatment.settings.target_transaction_ms or 0, 0)
    known = {
        "producer_consumer_latency_p50": 16 + (added and added + block - 3.5),
        "producer_consumer_latency_p99": 50 + added,
        "broker_cpu_time": 500 + block % (2 + bool(added)),
    }
    return known.get(column, plain_value(treatment, column, block))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    plan = make_plan(FACTORS, 6, constants=PACED)
    run = measured_run(tmp_path_factory.mktemp("runs"), plan, value)
    return build_report(run, SECTIONS.values())


def test_the_answer_has_a_paragraph_for_each_treatment_then_how_to_read_it(report: Report) -> None:
    paragraphs = texts(section_of(report, "answer"))
    assert "with 100 ms transactions adds 75 ms (73 to 77) to the median" in paragraphs[0]
    assert "with 10 ms transactions adds 60 ms (58 to 62) to the median" in paragraphs[1]
    assert "corrected interval (for all 4 comparisons of the run)" in paragraphs[2]


def test_the_table_has_both_intervals_beside_the_reference(report: Report) -> None:
    cost_rows = rows(table(section_of(report, "costs"), "cost-table"))
    assert cost_rows[0][:4] == ["at-least-once", "16.0", "reference", "–"]  # noqa: RUF001
    assert cost_rows[1][:4] == ["exactly-once 10 ms", "76.0", "60 (58 to 62)", "57 to 63"]


def test_titles_name_the_quantity_its_unit_and_how_it_is_compared(report: Report) -> None:
    columns = table(section_of(report, "costs"), "cost-table").columns
    assert plain(columns[2].full_title) == "median end-to-end latency, ms: difference"
    assert plain(columns[5].full_title) == "CPU time of the brokers, µs/message: ratio"


def test_the_differences_are_drawn_below_the_answer(report: Report) -> None:
    drawn = charts(section_of(report, "answer"))
    assert [chart.caption for chart in drawn] == [
        "Median end-to-end latency: difference from at-least-once, ms",
        "CPU time of the brokers: ratio to at-least-once",
    ]


def test_fewer_than_six_pairs_are_in_no_sentence_and_in_no_chart(tmp_path: Path) -> None:
    run = measured_run(tmp_path, make_plan(FACTORS, 5, constants=PACED), value)
    report = build_report(run, SECTIONS.values())
    assert charts(section_of(report, "answer")) == []
    assert plain(texts(section_of(report, "answer"))[0]) == (
        "Exactly-once with 10 ms transactions (at 2,000 messages/s of 1 KiB) and exactly-once with 100 ms "
        "transactions (at 2,000 messages/s of 1 KiB) are not compared: there are five pairs of valid cells "
        "of the same block, and 6 are needed."
    )
    assert rows(table(section_of(report, "costs"), "cost-table"))[1][2:4] == ["–", "–"]  # noqa: RUF001
