"""The section about capacities, and about latencies at shares of the common one."""

from pathlib import Path

import pytest

from include.matrix.plan import Plan, Treatment
from include.rendering.chart import Chart
from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.report_model import Report, build_report
from include.report.sections.frontier.frontier_chart import frontier_chart
from include.report.sections.frontier.load_panels import load_panels
from include.report.sections.registry import SECTIONS
from tests.rendering.svg import names, svg, titles
from tests.report.blocks import charts, plain, rows, table, texts
from tests.report.synthetic import Levels, make_plan, plain_value, write_run

PARTS = [
    {"factors": {"load": ["capacity"]}},
    {"factors": {"capacity_percent": [10, 95]}, "constants": {"seconds": 2}},
]
CAPACITIES = {None: 9000, 10: 4000, 100: 6000}
"""The capacity by the transaction time, in messages per second; at-least-once has none."""


def plan(repetitions: int = 6) -> Plan:
    factors: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
    return make_plan(factors, repetitions, constants={}, parts=PARTS)


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Latency is ten times as high at 95 % as at 10 %, where 10 ms transactions do not hold their rate."""
    transaction_ms = treatment.settings.target_transaction_ms
    if treatment.settings.searches_capacity:
        return {"capacity": CAPACITIES[transaction_ms] + block, "sent": 5000}.get(column)
    percent = treatment.factors["capacity_percent"]
    known = {
        "offered_rate": 40 * percent,
        "producer_consumer_latency_p50": 10 + (transaction_ms or 0) + percent + block / 10,
        "producer_consumer_rate_held": 90 if (transaction_ms, percent) == (10, 95) and block > 3 else 100,
    }
    return known.get(column, plain_value(treatment, column, block))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MeasuredRun:
    return read_measured_run(write_run(tmp_path_factory.mktemp("runs"), plan(), value))


@pytest.fixture(scope="module")
def report(run: MeasuredRun) -> Report:
    return build_report(run, SECTIONS.values())


def drawn(report: Report, section: str, identity: str) -> Chart:
    (found,) = (chart for chart in charts(report.section(section)) if chart.id == identity)
    return found


def test_the_answer_begins_with_the_capacities_and_the_rates_that_are_shares_of_the_lowest(
    report: Report,
) -> None:
    assert plain(texts(report.section("answer"))[0]) == (
        "With messages of 1 KiB, the highest rates that brokers and consumers sustain, in messages/s, are "
        "9,004 (9,001 to 9,006) with at-least-once, 6,004 (6,001 to 6,006) with exactly-once with 100 ms "
        "transactions and 4,004 (4,001 to 4,006) with exactly-once with 10 ms "
        "transactions. Latencies are compared at the same rates for all of them: at 10 to 95 % of the lowest "
        "capacity that the run had found until then, which is 400 to 3,800 messages/s."
    )


def test_each_treatment_is_compared_in_its_capacity_and_in_its_latency_at_each_share(report: Report) -> None:
    text = plain(texts(report.section("answer"))[1])
    assert text.startswith(
        "With messages of 1 KiB, exactly-once with 100 ms transactions has 0.67 times (0.67 to 0.67) the "
        "capacity. The difference in capacity matters. At shares of the common capacity, with messages of "
        "1 KiB, it changes the median end-to-end latency by 100 ms (100 to 100) at 10 % and 100 ms"
    )


def test_where_a_rate_was_not_held_latencies_are_not_compared(report: Report) -> None:
    assert any(
        "Exactly-once with 10 ms transactions at 95 % is not compared: its rate was not held in 3 of 6 cells."
        in plain(text)
        for text in texts(report.section("answer"))
    )


def test_the_table_has_rates_capacities_and_latencies_and_marks_rates_that_were_not_held(
    report: Report,
) -> None:
    found = rows(table(report.section("frontier"), "frontier-table"))
    assert found[0][2:] == ["400", "3,800"]
    assert [row[0] for row in found[1:]] == ["at-least-once", "exactly-once 10 ms", "exactly-once 100 ms"]
    assert found[1][1:3] == ["9,004 (9,001 to 9,006)", "20.4 (20.1 to 20.6)"]
    assert [row[3].endswith("‡") for row in found[1:]] == [False, True, False]


def test_the_chart_has_a_line_for_each_treatment_with_intervals(run: MeasuredRun, report: Report) -> None:
    assert drawn(report, "answer", "chart-frontier").caption.startswith("Median end-to-end latency")
    chart = frontier_chart(load_panels(run))
    assert list(map(plain, names(chart))) == ["at-least-once", "exactly-once 10 ms", "exactly-once 100 ms"]
    assert plain(titles(chart)[0]) == (
        "at-least-once, 400 messages/s\nmedian 20.4 ms\n95% interval 20.1 to 20.6\nn = 6"
    )


def test_treatments_of_one_colour_differ_in_their_dash(report: Report) -> None:
    _, ten, hundred = drawn(report, "answer", "chart-frontier").legend
    assert "stroke-dasharray" not in ten.svg
    assert "stroke-dasharray" in hundred.svg


def test_a_marker_is_open_where_the_rate_was_not_held(run: MeasuredRun) -> None:
    marks = svg(frontier_chart(load_panels(run))).iter("use")
    titled = {title: mark for mark in marks if (title := mark.findtext("title"))}
    not_held = {title for title, mark in titled.items() if "fill-opacity: 0;" in mark.attrib["style"]}
    assert not_held == {title for title in titled if "rate not held in 3 of 6 cells" in title}
    assert len(not_held) == 1


def test_capacities_are_drawn_with_every_repetition(report: Report) -> None:
    assert drawn(report, "figures", "chart-capacity").caption == "Capacity, messages/s"


def test_too_few_repetitions_have_no_interval(tmp_path: Path) -> None:
    few = read_measured_run(write_run(tmp_path, plan(repetitions=2), value))
    (panel,) = load_panels(few)
    assert [line.capacity and line.capacity.has_interval for line in panel.lines] == [False] * 3
    assert not any("interval" in title for title in titles(frontier_chart([panel])))
    assert "(" not in plain(texts(build_report(few, SECTIONS.values()).section("answer"))[1])


def test_what_is_not_known_in_advance_is_no_setting_of_the_cells(report: Report) -> None:
    settings = {row[0]: row[1] for row in rows(table(report.section("run"), "settings"))}
    assert settings["rate"] == "unthrottled, share of the capacity"
    assert settings["messages"] == "2,000,000, share of the capacity"


def test_a_search_of_the_capacity_implies_no_queue(report: Report) -> None:
    assert "implied-queues" not in [section.id for section in report.sections]


def test_a_report_of_other_loads_has_no_such_section(tmp_path: Path) -> None:
    other = make_plan({"semantics": ["at-least-once"]}, 1, constants={"rate": 2000, "seconds": 2})
    found = build_report(read_measured_run(write_run(tmp_path, other)), SECTIONS.values())
    assert "frontier" not in [section.id for section in found.sections]
