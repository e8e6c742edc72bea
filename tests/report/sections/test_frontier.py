from collections.abc import Sequence

import pytest

from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.build_report import Report, build_report
from include.report.measured_run import MeasuredRun
from include.report.pages.palette import BLUE
from include.report.sections.frontier import frontier_chart
from include.report.sections.frontier.ladders import Line, Rung, ladders
from include.report.sections.registry import SECTIONS, sections
from include.verdicts.held_rate import CellRate
from tests.report.blocks import charts, plain, rows, section_of, table, texts
from tests.report.pages.svg import names, svg, titles
from tests.report.synthetic import Levels, make_plan, measured_run, plain_value

RATES = [1000, 2000, 4000]
HELD = {
    ("at-least-once", 4000): 6,
    ("exactly-once.tx10ms", 2000): 3,
    ("exactly-once.tx10ms", 4000): 0,
    ("exactly-once.tx100ms", 4000): 1,
}
"""The number of the six blocks that held a rate; all of them where nothing is listed."""

GENERATOR = {"lateness_p50": 300.0, "generator_python_cpu": 0.95}


def plan(repetitions: int = 6, rates: Sequence[object] = RATES) -> Plan:
    semantics: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
    return make_plan(semantics | {"rate": [*rates]}, repetitions, constants={"seconds": 2})


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Exactly-once adds its transaction time; with 100 ms the generator is the limit, else the brokers."""
    transaction_ms, rate = treatment.traits.delivery.transaction_ms or 0, treatment.factors["rate"]
    is_held = block <= HELD.get((treatment.id.removesuffix(f".rate-{rate}"), rate), 6)
    known = {
        "producer_consumer_latency_p50": 10 + transaction_ms + rate / 1000 + block / 10,
        "producer_consumer_rate_held": 100 if is_held else 90,
        "producer_broker_rate_held": 100 if is_held else 90,
        "lateness_p50": 0.2,
        "generator_python_cpu": 0.2,
        "consumer_cpu": 0.3,
        "cores_busy": 0.8,
        "commit_latency": 20.0 if transaction_ms else None,
        **(GENERATOR if transaction_ms == 100 and not is_held else {}),
    }
    return known.get(column, plain_value(treatment, column, block))


@pytest.fixture(scope="module")
def run() -> MeasuredRun:
    return measured_run(plan(), value)


@pytest.fixture(scope="module")
def report(run: MeasuredRun) -> Report:
    return build_report(run, sections())


def of(repetitions: int = 6, rates: Sequence[object] = RATES, **more: object) -> Report:
    return build_report(measured_run(plan(repetitions, rates), value, **more), [SECTIONS["frontier"]])


def answer(report: Report) -> list[str]:
    return [plain(text) for text in texts(section_of(report, "answer"))]


def test_the_answer_begins_with_the_capacities_as_intervals_and_what_limited_them(report: Report) -> None:
    first = answer(report)[0]
    assert "at least 4,000 with at-least-once, 1,000 to 2,000 with exactly-once with 10 ms" in first
    assert "(limited by the brokers)" in first
    assert "at least 2,000 with exactly-once with 100 ms transactions (between commits, the gen" in first


def test_a_capacity_below_the_lowest_rate_is_unknown_if_generators_did_not_offer_it() -> None:
    sentence = answer(of(rates=[4000]))[0]
    assert "is at least 4,000 with at-least-once, below 4,000 with" in sentence
    assert "and not known with exactly-once with 100 ms transactions (between commits, the" in sentence


def test_latencies_are_compared_at_the_rates_that_all_treatments_held(report: Report) -> None:
    _, compared, _, not_compared, *_ = answer(report)
    assert compared.endswith("the median end-to-end latency by 100 ms (100 to 100) at 1,000 messages/s.")
    assert "no latencies are compared at 2,000 and 4,000 messages/s" in not_compared


def test_too_few_blocks_for_a_comparison_are_said() -> None:
    few = "is not compared at 1,000 and 2,000 messages/s: fewer than 3 blocks"
    assert any(few in text for text in answer(of(repetitions=2)))


def test_the_table_of_capacities_has_what_limited_most_cells_at_the_next_rate(report: Report) -> None:
    capacity_rows = rows(table(section_of(report, "frontier"), "frontier-capacities"))
    assert [row[:4] for row in capacity_rows] == [
        ["at-least-once", "at least 4,000", "–", "–"],  # noqa: RUF001
        ["exactly-once 10 ms", "1,000 to 2,000", "2,000", "brokers in 3 of 6 cells"],
        ["exactly-once 100 ms", "at least 2,000", "4,000", "generator in 5 of 6 cells"],
    ]
    assert capacity_rows[1][4:] == ["20", "0.200", "30", "80"]


def test_every_rate_of_a_treatment_has_a_row_with_its_blocks_latency_and_difference(report: Report) -> None:
    rate_rows = rows(table(section_of(report, "frontier"), "frontier-rates"))
    assert [row[1] for row in rate_rows] == ["1,000", "2,000", "4,000"] * 3
    missed = {4: "not held (3 of 6)", 5: "not held (0 of 6)", 8: "not held (1 of 6)"}
    assert [row[2] for row in rate_rows] == [missed.get(place, "6 of 6") for place in range(9)]
    assert rate_rows[0][4:] == ["11.4 (11.1 to 11.6)", "reference", "–"]  # noqa: RUF001
    assert rate_rows[6][4:] == ["111 (111 to 112)", "100 ms (100 to 100)", "100 to 100"]
    assert rate_rows[7][4:] == ["112 (112 to 113)", "not compared", "–"]  # noqa: RUF001
    assert rate_rows[8][4].endswith("‡")


def test_a_rate_without_a_valid_cell_has_a_row_that_says_so() -> None:
    invalid = tuple(f"at-least-once.rate-4000.r0{block}" for block in range(1, 7))
    rate_rows = rows(table(section_of(of(invalid=invalid), "frontier"), "frontier-rates"))
    assert rate_rows[2][:3] == ["at-least-once", "4,000", "not measured"]


@pytest.mark.usefixtures("drawn")
def test_the_chart_has_a_line_for_each_treatment_with_intervals(run: MeasuredRun, report: Report) -> None:
    captions = {drawing.id: drawing.caption for drawing in charts(section_of(report, "answer"))}
    assert captions["chart-frontier"].startswith("Median end-to-end latency, ms, by rate")
    chart = frontier_chart(ladders(run))
    assert list(map(plain, names(chart))) == ["at-least-once", "exactly-once 10 ms", "exactly-once 100 ms"]
    _, *facts = plain(titles(chart)[0]).splitlines()
    assert facts == ["median 11.4 ms", "95% interval 11.1 to 11.6", "held in 6 of 6 blocks"]


@pytest.mark.usefixtures("drawn")
def test_a_marker_is_open_where_most_blocks_did_not_hold_the_rate(run: MeasuredRun) -> None:
    drawing = svg(frontier_chart(ladders(run)))
    styles = {
        title: mark.get("style") or around.attrib["style"]
        for around in drawing.iter()
        for mark in around.findall("use")
        if (title := mark.findtext("title"))
    }
    hollow = {title for title, style in styles.items() if "fill-opacity: 0;" in style}
    few = ("held in 0 of 6", "held in 1 of 6", "held in 3 of 6")
    assert hollow == {title for title in styles if any(words in title for words in few)}
    assert len(hollow) == 3


def test_what_a_ladder_says_is_not_said_again_as_a_cost_or_as_a_lack_of_stability(report: Report) -> None:
    assert "costs" not in [section.id for section in report.sections]
    assert not any("was not held in" in text for text in answer(report))


def test_a_ladder_and_another_load_are_both_compared_and_corrected_together() -> None:
    parts = [{"factors": {"rate": [1000, 2000]}}, {"factors": {"linger_ms": [7]}, "constants": {"rate": 500}}]
    factors: Levels = {"semantics": ["at-least-once", "idempotent"]}
    mixed = make_plan(factors, 6, constants={"seconds": 2}, parts=parts)
    mixed_report = build_report(measured_run(mixed), sections())
    reading = [text for text in answer(mixed_report) if "comparisons of the run" in text]
    assert len(reading) == 2
    assert all("corrected interval (for all 3 comparisons" in text for text in reading)


FULL, MISSED = CellRate(100, 100), CellRate(90, 90)
LATE, BEHIND = CellRate(90, 90, lateness_ms=50), CellRate(100, 90)


def rung(rate: float, *cells: CellRate) -> Rung:
    return Rung(rate, list(cells), latency=None, cost=None)


def capacity(*rungs: Rung) -> str:
    return Line("idempotent", "idempotent", BLUE, list(rungs)).capacity


def test_a_capacity_is_between_the_highest_rate_that_most_cells_held_and_the_next() -> None:
    held, missed = [FULL, FULL, MISSED], [MISSED, MISSED, FULL]
    assert capacity(rung(10, *held), rung(20, *held), rung(30, *missed), rung(40, *missed)) == "20 to 30"
    assert capacity(rung(10, FULL), rung(20, MISSED), rung(30, FULL), rung(40, MISSED)) == "30 to 40"
    # A rate that no cell measured, or that the generator limited, is no end of the interval.
    assert capacity(rung(10, FULL), rung(20), rung(30, MISSED)) == "10 to 30"
    assert capacity(rung(10, FULL), rung(20)) == "at least 10"
    assert capacity(rung(10)) == ""
    assert capacity(rung(10, FULL), rung(20, LATE, LATE, MISSED)) == "at least 10"
    assert capacity(rung(10, FULL), rung(20, LATE, MISSED, MISSED)) == "10 to 20"


def test_every_limit_is_counted() -> None:
    assert rung(20, MISSED, BEHIND, MISSED, FULL).limit_counts == "brokers in 2, consumers in 1 of 4 cells"
    assert rung(20, FULL).limit_counts == "–"  # noqa: RUF001
