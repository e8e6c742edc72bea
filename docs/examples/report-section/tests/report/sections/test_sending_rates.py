from pathlib import Path

from include.plan.treatment import Treatment
from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.sections.sending_rates import RECORD
from tests.report.page import read_page
from tests.report.synthetic import QUICK, make_plan, plain_value, write_run


def rates(treatment: Treatment, column: str, block: int) -> float | None:
    """A rate of 1,000 messages/s, and a little more from block to block."""
    return 1_000 + block if column == "sending_rate" else plain_value(treatment, column, block)


def test_the_report_has_a_row_for_each_treatment(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(QUICK, repetitions=6), rates)
    heading, *rows = read_page(publish(run)).by_id("sending-rates-table").rows()
    assert heading == ["1,024 B"]
    assert [row[0] for row in rows] == [
        "at-most-once",
        "at-least-once",
        "exactly-once 10 ms",
        "exactly-once 100 ms",
    ]
    assert rows[0][1:] == ["1,000", "1,000 to 1,010"]


def test_the_section_follows_the_section_before_it_in_the_registry(tmp_path: Path) -> None:
    page = read_page(publish(write_run(tmp_path, make_plan(QUICK), rates)))
    sections = [section.attributes["id"] for section in page.all("section")]
    assert sections[sections.index("transactions") + 1] == "sending-rates"


def test_a_run_at_a_fixed_rate_has_no_such_section(tmp_path: Path) -> None:
    plan = make_plan({"semantics": ["at-least-once"]}, constants={"rate": 100, "messages": 1000})
    assert not RECORD.applies(read_measured_run(write_run(tmp_path, plan)))
