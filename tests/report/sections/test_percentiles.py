from collections.abc import Mapping
from typing import Any

import pytest

from include.plan.treatment import Treatment
from include.report.build_report import Report, build_report
from include.report.pages.blocks import Charts
from include.report.sections.percentiles import RECORD, is_queueing
from include.report.sections.registry import sections
from tests.report.blocks import rows, section_of, table
from tests.report.pages.svg import names, titles
from tests.report.synthetic import Levels, Value, make_plan, measured_run, plain_value

PERCENTILES = {"p50": 5.0, "p90": 10.0, "p95": 12.0, "p99": 30.0, "p999": 200.0}
LEVELS: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
PACED = {"messages": 1000, "rate": 500}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    which = column.removeprefix("producer_consumer_latency_")
    return PERCENTILES.get(which, plain_value(treatment, column, block))


def charts(constants: Mapping[str, object], values: Value = value) -> Charts | None:
    section = RECORD.build(measured_run(make_plan(LEVELS, 7, constants=constants), values))
    return next((block for block in section.blocks if isinstance(block, Charts)), None)


@pytest.mark.usefixtures("drawn")
def test_a_figure_shows_the_percentiles_with_room_for_rare_latencies() -> None:
    drawn = charts(PACED)
    assert drawn
    [chart] = drawn.charts
    labels = [name.replace("\N{NO-BREAK SPACE}", " ") for name in names(chart)]
    assert labels == ["at-least-once", "exactly-once 10 ms", "exactly-once 100 ms"]
    assert sum("p99.9: 200 ms" in title for title in titles(chart)) == len(labels)
    assert len(set(chart.legend.values())) == len(labels)  # dashes tell those of a colour apart


@pytest.mark.parametrize(
    "constants", [{"messages": 1000}, {**PACED, "fault": "kill-leader"}], ids=["queue", "fault"]
)
def test_the_latency_of_a_queue_and_that_under_a_fault_have_no_figure(constants: dict[str, Any]) -> None:
    assert charts(constants) is None


FACTORS: Levels = {"semantics": ["at-most-once", "at-least-once"]}


def waiting(treatment: Treatment, column: str, block: int) -> float | None:
    """Half of the messages wait on average: 1,000 ms of 2 s, at 10 MiB/s."""
    known = {"latency_mean": 1000, "throughput": 10, "total_time": 2}
    return known.get(column.partition("_")[2].partition("_")[2], plain_value(treatment, column, block))


def report(**changes: Any) -> Report:
    return build_report(measured_run(make_plan(FACTORS, **changes), waiting), sections())


@pytest.fixture(scope="module")
def shown() -> Report:
    """The report of an unthrottled load."""
    return report()


def column(report: Report, span: str, title: str) -> list[str]:
    latencies = table(section_of(report, "percentiles"), f"percentiles-{span}")
    place = [column.full_title for column in latencies.columns].index(title)
    return [row[place] for row in rows(latencies)]


@pytest.mark.parametrize(("span", "mark"), [("producer-broker", "†"), ("producer-consumer", "")])
def test_latency_stands_beside_the_bytes_that_wait_and_its_share_of_the_time_and_the_clients_own_is_marked(
    shown: Report, span: str, mark: str
) -> None:
    assert column(shown, span, "latency, ms: mean") == [f"1,000{mark}", "1,000"]
    assert column(shown, span, "mean latency, share of the total time") == [f"50 %{mark}", "50 %"]
    assert column(shown, span, "waiting, MiB") == [f"10{mark}", "10"]
    assert len(queue_notes(shown)) == 2


def queue_notes(report: Report) -> list[str]:
    notes = table(section_of(report, "percentiles"), "percentiles-producer-broker").notes
    texts = ("does not show the cost of a guarantee", "would be one half")
    return [note for note in notes if any(text in note for text in texts)]


@pytest.mark.parametrize(("sending", "has_queue"), [("one-by-one", False), ("pipelined", True)])
def test_a_producer_that_waits_for_each_message_has_no_queue(sending: str, has_queue: bool) -> None:
    plan = make_plan({"level": ["leader"], "sending": [sending]}, scenario="reliable_ack")
    assert [is_queueing(treatment) for treatment in plan.treatments] == [has_queue]


def test_a_paced_load_implies_no_queue() -> None:
    paced = report(constants={"rate": 2000, "messages": 4000})
    assert not queue_notes(paced)
    for span in ("producer-broker", "producer-consumer"):
        assert column(paced, span, "mean latency, share of the total time") == ["–", "–"]  # noqa: RUF001
