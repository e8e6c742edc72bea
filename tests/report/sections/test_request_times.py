from typing import Any

import pandas as pd
import pytest

from include.report.measured_run import MeasuredRun
from include.report.pages.wording import DASH
from include.report.sections.request_times import RECORD, Stretch, stretches
from tests.report.blocks import charts, plain, rows, table
from tests.report.synthetic import make_plan, measured_run


def logged(cell: str, request: str, **columns: Any) -> dict[str, Any]:
    """A row of ``results/requests``."""
    defaults = {
        "version": 3, "requests": 40, "transactions": 20, "error_codes": None, "median_ms": 2.0,
        "p95_ms": 4.0, "max_ms": 9.0, "first_sent_ms": 1.0, "last_answered_ms": 3.0,
    }  # fmt: skip
    return {"cell": cell, "request": request, **defaults, **columns}


def run_of(*requests: dict[str, Any], invalid: tuple[str, ...] = ()) -> MeasuredRun:
    run = measured_run(make_plan({"semantics": ["at-least-once", "exactly-once"]}, 3), invalid=invalid)
    run.tables["requests"] = pd.DataFrame(list(requests))
    return run


def test_the_section_applies_where_requests_were_logged() -> None:
    assert RECORD.applies(run_of(logged("exactly-once.r01", "EndTxn")))
    assert not RECORD.applies(run_of())


def test_each_request_has_a_row_below_its_treatment_with_medians_of_valid_cells() -> None:
    run = run_of(
        logged("exactly-once.r01", "EndTxn", requests=20, median_ms=1.0, error_codes='{"0": 15, "51": 5}'),
        logged("exactly-once.r02", "EndTxn", requests=30, median_ms=3.0, error_codes='{"0": 29, "51": 1}'),
        logged("exactly-once.r03", "EndTxn", requests=900, median_ms=99.0, error_codes='{"51": 900}'),
        logged("exactly-once.r01", "Produce", version=9),
        logged("at-least-once.r01", "Produce", version=9, transactions=0),
        invalid=("exactly-once.r03",),
    )
    requests = table(RECORD.build(run), "requests-table")
    names = [plain(group.title).partition(",")[0] for group in requests.groups]
    assert names == ["at-least-once", "exactly-once 100 ms"]
    assert rows(requests) == [
        ["Produce", "9", "40", DASH, "2.00", "4.00", DASH],
        ["EndTxn", "3", "25", "1.25", "2.00", "4.00", "12 %"],
        ["Produce", "9", "40", "2.00", "2.00", "4.00", DASH],
    ]


@pytest.mark.usefixtures("drawn")
def test_a_treatment_with_transactions_has_a_chart_of_their_life() -> None:
    run = run_of(
        logged("at-least-once.r01", "Produce"),
        logged("exactly-once.r01", "Produce"),
        logged("exactly-once.r01", "EndTxn", last_answered_ms=12.5),
        logged("exactly-once.r01", "Metadata"),
    )
    (chart,) = charts(RECORD.build(run))
    assert plain(chart.caption).startswith("The life of a transaction: exactly-once 100 ms")
    assert "EndTxn: 1.00 to 12.5 ms" in chart.svg
    assert "Metadata" not in chart.svg


def test_the_stretches_are_medians_over_cells_in_the_order_of_a_transaction() -> None:
    logs = [
        logged("a", "EndTxn", first_sent_ms=10.0, last_answered_ms=12.0),
        logged("b", "EndTxn", first_sent_ms=20.0, last_answered_ms=32.0),
        logged("a", "AddPartitionsToTxn"),
        logged("a", "Produce", first_sent_ms=None, last_answered_ms=None),
    ]
    assert stretches(pd.DataFrame(logs)) == [Stretch("AddPartitionsToTxn", 1, 3), Stretch("EndTxn", 15, 22)]
