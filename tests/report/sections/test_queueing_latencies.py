"""The queue that the latency of an unthrottled load implies."""

from pathlib import Path
from typing import Any

import pytest

from include.matrix.plan import Treatment
from include.report.report_model import Report, build_report
from include.report.sections.percentiles import is_queueing
from include.report.sections.registry import SECTIONS
from tests.report.blocks import rows, section_of, table
from tests.report.synthetic import Levels, make_plan, measured_run, plain_value

FACTORS: Levels = {"semantics": ["at-most-once", "at-least-once"]}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Half of the messages wait on average: 1,000 ms of 2 s, at 10 MiB/s."""
    known = {"latency_mean": 1000, "throughput": 10, "total_time": 2}
    metric = column.partition("_")[2].partition("_")[2]
    return known.get(metric, plain_value(treatment, column, block))


def report(folder: Path, **changes: Any) -> Report:
    run = measured_run(folder, make_plan(FACTORS, **changes), value)
    return build_report(run, SECTIONS.values())


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of an unthrottled load."""
    return report(tmp_path_factory.mktemp("runs"))


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


def queue_notes(report: Report) -> list[str]:
    notes = table(section_of(report, "percentiles"), "percentiles-producer-broker").notes
    texts = ("does not show the cost of a guarantee", "half of that time")
    return [note for note in notes if any(text in note for text in texts)]


def test_a_table_with_such_latencies_says_that_they_are_no_cost(shown: Report) -> None:
    assert len(queue_notes(shown)) == 2


@pytest.mark.parametrize(("sending", "has_queue"), [("one-by-one", False), ("pipelined", True)])
def test_a_producer_that_waits_for_each_message_has_no_queue(sending: str, has_queue: bool) -> None:
    plan = make_plan({"level": ["leader"], "sending": [sending]}, scenario="reliable_ack")
    assert [is_queueing(treatment) for treatment in plan.treatments] == [has_queue]


def test_a_paced_load_implies_no_queue(tmp_path: Path) -> None:
    paced = report(tmp_path, constants={"rate": 2000, "messages": 4000})
    assert not queue_notes(paced)
    for span in ("producer-broker", "producer-consumer"):
        assert column(paced, span, "mean latency, share of the total time") == ["–", "–"]  # noqa: RUF001
