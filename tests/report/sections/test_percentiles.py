from collections.abc import Mapping
from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.rendering.blocks import Charts
from include.report.sections.percentiles import RECORD
from tests.rendering.svg import names, titles
from tests.report.synthetic import Levels, Value, make_plan, measured_run, plain_value

PERCENTILES = {"p50": 5.0, "p90": 10.0, "p95": 12.0, "p99": 30.0, "p999": 200.0}

LEVELS: Levels = {"semantics": ["at-least-once", "exactly-once"], "transaction_ms": [10, 100]}

PACED = {"messages": 1000, "rate": 500}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    which = column.removeprefix("producer_consumer_latency_")
    return PERCENTILES.get(which, plain_value(treatment, column, block))


def charts(folder: Path, constants: Mapping[str, object], values: Value = value) -> Charts | None:
    section = RECORD.build(measured_run(folder, make_plan(LEVELS, 7, constants=constants), values))
    return next((block for block in section.blocks if isinstance(block, Charts)), None)


@pytest.mark.usefixtures("drawn")
def test_a_figure_shows_the_percentiles_with_room_for_rare_latencies(tmp_path: Path) -> None:
    drawn = charts(tmp_path, PACED)
    assert drawn
    [chart] = drawn.charts
    labels = [name.replace("\N{NO-BREAK SPACE}", " ") for name in names(chart)]
    assert labels == ["at-least-once", "exactly-once 10 ms", "exactly-once 100 ms"]
    assert sum("p99.9: 200 ms" in title for title in titles(chart)) == len(labels)
    assert len(set(chart.legend.values())) == len(labels)  # dashes tell those of a colour apart


@pytest.mark.parametrize(
    "constants", [{"messages": 1000}, {**PACED, "fault": "kill-leader"}], ids=["queue", "fault"]
)
def test_the_latency_of_a_queue_and_that_under_a_fault_have_no_figure(
    tmp_path: Path, constants: Mapping[str, object]
) -> None:
    assert charts(tmp_path, constants) is None
