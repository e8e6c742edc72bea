from dataclasses import fields

import pyarrow as pa
import pytest

from include.rawlog.schemas import NEVER_SENT
from include.report.sections.recovery import FATES
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.measures.violations import Violations
from include.spark_jobs.tables import sampled_fates
from include.spark_jobs.tables.registry import rows_of
from include.spark_jobs.tables.sampled_fates import NOT_DELIVERED, fate_rows
from tests.spark_jobs.cells import MS, raw_cell

PACED = {"rate": 100.0, "messages": 100, "lead_in_seconds": 0.01}
RECEIPTS = [(1, None), (3, None), (3, None), (5, None), (NEVER_SENT, 6), (7, None), (8, None), (9, None)]
"""The id of each delivery, and of a corrupted one the id in its header."""


def cell(**settings: object) -> RawCell:
    """Ten messages, a ms apart; the first, which is lost, is that of the lead-in, and the fifth failed."""
    sent = [(id, 0, id, id * MS, (id + 1) * MS, "failed" if id == 4 else "acked", None) for id in range(10)]
    times = [(20 + 10 * place) * MS for place in range(len(RECEIPTS))]
    received = [(id, 0, n, times[n], 0, corrupted) for n, (id, corrupted) in enumerate(RECEIPTS)]
    return raw_cell(sent, received, settings={**PACED, **settings})


def test_each_message_has_its_fate_and_the_time_until_it_was_first_received() -> None:
    rows = rows_of(cell(**{"fault": "kill-leader"}))["fates"].to_pylist()
    assert rows[:6] == [
        {"cell": "a", "fate": "delivered", "at": 0.0, "latency": 19.0},
        {"cell": "a", "fate": "lost", "at": 0.001, "latency": None},
        {"cell": "a", "fate": "duplicated", "at": 0.002, "latency": 27.0},
        {"cell": "a", "fate": "not_delivered", "at": 0.003, "latency": None},
        {"cell": "a", "fate": "delivered", "at": 0.004, "latency": 45.0},
        {"cell": "a", "fate": "corrupted", "at": 0.005, "latency": 54.0},
    ]
    assert len(rows) == 9  # without the message of the lead-in


def test_a_message_with_two_outputs_has_the_time_until_the_second() -> None:
    application = {"scenario": "application", "application": "flink", "outputs_per_message": 2}
    rows = fate_rows(cell(**application, fault="kill-application"))
    assert isinstance(rows, pa.Table)
    assert [row["latency"] for row in rows.to_pylist() if row["latency"]] == [37.0]


def test_messages_of_the_same_fate_are_chosen_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_fates, "MOST_OF_EACH", 3)
    rows = rows_of(cell(fault="kill-leader"))["fates"].to_pylist()
    assert [row["at"] for row in rows if row["fate"] == "delivered"] == [0.0, 0.006, 0.008]


def test_a_cell_without_a_fault_has_no_rows() -> None:
    assert fate_rows(cell()) == []


def test_every_violation_of_a_message_of_the_cell_has_a_mark() -> None:
    violations = {field.name for field in fields(Violations)} - {"phantom"}
    assert FATES.keys() == violations | {NOT_DELIVERED}
