"""The queue that the latency of an unthrottled load implies."""

from pathlib import Path
from typing import Any

import pytest

from include.matrix.plan import Treatment
from include.report.report_model import Report, build_report
from include.report.sections.registry import SECTIONS
from include.report.treatments.metrics import is_queueing
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


def test_latency_stands_beside_the_bytes_that_wait_and_its_share_of_the_time(shown: Report) -> None:
    queues = table(section_of(shown, "implied-queues"), "implied-queues-table")
    assert rows(queues)[1] == ["at-least-once", "1,000", "50 %", "10", "1,000", "50 %", "10"]


def test_acknowledgements_by_the_client_itself_are_marked(shown: Report) -> None:
    queues = table(section_of(shown, "implied-queues"), "implied-queues-table")
    assert rows(queues)[0][:4] == ["at-most-once", "1,000†", "50 %", "10†"]


def test_every_table_with_such_latencies_says_that_they_are_no_cost(shown: Report) -> None:
    for section, name in (("figures", "intervals"), ("percentiles", "percentiles-producer-broker")):
        assert any(
            "does not show the cost of a guarantee" in note
            for note in table(section_of(shown, section), name).notes
        )


@pytest.mark.parametrize(("sending", "has_queue"), [("one-by-one", False), ("pipelined", True)])
def test_a_producer_that_waits_for_each_message_has_no_queue(sending: str, has_queue: bool) -> None:
    plan = make_plan({"level": ["leader"], "sending": [sending]}, scenario="reliable_ack")
    assert [is_queueing(treatment) for treatment in plan.treatments] == [has_queue]


def test_a_paced_load_implies_no_queue(tmp_path: Path) -> None:
    paced = report(tmp_path, constants={"rate": 2000, "messages": 4000})
    assert "implied-queues" not in [section.id for section in paced.sections]
    assert not any("no cost" in note for note in table(section_of(paced, "figures"), "intervals").notes)
