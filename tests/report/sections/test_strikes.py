"""The section of a report that lists the struck requests."""

from pathlib import Path

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH
from include.report.measured_run import read_measured_run
from include.report.sections import strikes
from tests.report.blocks import tables
from tests.report.synthetic import make_plan, plain_value, write_run

LATE = {
    "request": "EndTxn",
    "outcome": "abort",
    "act": "hold",
    "answer": "pass",
    "client": "cut",
    "version": 1,
    "broker": 2,
    "producer_id": 7,
    "producer_epoch": 0,
    "error_code": 0,
    "held_ms": 131.0,
    "late_ms": 35.2,
}
LOST = {
    "request": "Produce",
    "outcome": None,
    "act": "pass",
    "answer": "drop",
    "client": "leave",
    "version": 7,
    "broker": 1,
    "producer_id": None,
    "producer_epoch": None,
    "error_code": None,
    "held_ms": None,
    "late_ms": None,
}


def test_each_struck_request_has_a_row_below_its_treatment_with_the_violations_of_its_cell(
    tmp_path: Path,
) -> None:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 1)

    def with_a_loss(treatment: Treatment, column: str, block: int) -> float | None:
        return 1 if column == "lost" else plain_value(treatment, column, block)

    run = read_measured_run(write_run(tmp_path, plan, with_a_loss))
    assert not strikes.RECORD.applies(run)
    rows = [{"cell": "exactly-once.r01", **LATE}, {"cell": "exactly-once.r01", **LOST}]
    run.tables["strikes"] = pd.DataFrame(rows)
    assert strikes.RECORD.applies(run)
    (table,) = tables(strikes.RECORD.build(run))
    (group,) = table.groups
    late, lost = (row.cells for row in group.rows)
    assert late[1:5] == ("EndTxn (abort)", "hold, client cut", "1", "7")
    assert late[5:] == ("0", "131", "35.2", "accepted", "1", "0", "0", "0", "0")
    assert lost[1:9] == ("Produce", "pass, answer dropped", "7", DASH, DASH, DASH, DASH, "not known")
