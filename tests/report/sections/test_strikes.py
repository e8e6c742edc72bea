import pandas as pd

from include.report.pages.wording import DASH
from include.report.sections import strikes
from tests.report.blocks import rows, tables
from tests.report.synthetic import make_plan, measured_run, where

LATE = {
    "request": "EndTxn", "outcome": "abort", "partitions": None, "messages": None,
    "act": "hold", "answer": "pass", "client": "cut", "version": 1, "broker": 2,
    "producer_id": 7, "producer_epoch": 0, "error_code": 0, "held_ms": 131.0, "late_ms": 35.2,
}  # fmt: skip
LOST = dict.fromkeys(LATE) | {
    "request": "Produce", "act": "pass", "answer": "drop", "client": "leave", "version": 7, "broker": 1,
}  # fmt: skip


def test_each_struck_request_has_a_row_with_the_violations_of_its_cell() -> None:
    run = measured_run(make_plan({"semantics": ["at-least-once", "exactly-once"]}, 1), where("lost", 1))
    assert not strikes.RECORD.applies(run)
    of_one, of_two = ({"partitions": "1", "messages": 1}, {"partitions": "0, 2", "messages": 3})
    struck = [LATE, LOST, LOST | of_one, LOST | of_two]
    run.tables["strikes"] = pd.DataFrame(struck).assign(cell="exactly-once.r01")
    assert strikes.RECORD.applies(run)
    late, lost, *of_partitions = rows(*tables(strikes.RECORD.build(run)))
    assert late[1:5] == ["EndTxn (abort)", "hold, client cut", "1", "7"]
    assert late[5:] == ["0", "131", "35.2", "accepted", "1", "0", "0", "0", "0"]
    assert lost[1:9] == ["Produce", "pass, answer dropped", "7", *[DASH] * 4, "not known"]
    named = ("1 message for partition 1", "3 messages for partitions 0, 2")
    assert [row[1] for row in of_partitions] == [f"Produce ({messages})" for messages in named]
