from pathlib import Path

import pyarrow as pa

from include.rawlog.schemas import CONFIRMATIONS, CONFIRMATIONS_FILE
from include.rawlog.writer import write_table
from include.spark_jobs.cell import measure_cell
from include.spark_jobs.scenarios.reliable_ack import MONITORED, monitored
from tests.rawlog.sealing import seal_again, seal_rows
from tests.spark_jobs.test_cell import RECEIVED, SENT

ROWS = [
    {"id": 0, "confirmed_ns": 14, "confirmed_by": "receipt", "retransmitted": 0},
    {"id": 1, "confirmed_ns": 17, "confirmed_by": "retransmission", "retransmitted": 2},
    {"id": 2, "confirmed_ns": None, "confirmed_by": "nothing", "retransmitted": 1},
]


def test_what_a_monitor_had_to_do_is_counted() -> None:
    counted = {"retransmitting_ns": 1_500_000_000, "left_to_monitor": 9}
    assert monitored(pa.Table.from_pylist(ROWS, schema=CONFIRMATIONS), counted) == {
        "retransmitted": 3,
        "retransmission_time": 1.5,
        "unfinished": 1,
        "left_to_monitor": 9,
    }


def test_a_monitor_that_was_killed_has_said_nothing_of_its_time() -> None:
    assert monitored(CONFIRMATIONS.empty_table(), {})["retransmission_time"] is None


def test_only_a_cell_with_a_monitor_has_its_metrics(tmp_path: Path) -> None:
    cell = seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    assert {measure_cell(cell).metrics[name] for name in MONITORED} == {None}
    write_table(cell / CONFIRMATIONS_FILE, pa.Table.from_pylist(ROWS, schema=CONFIRMATIONS))
    metrics = measure_cell(seal_again(cell, message_bytes=1024)).metrics
    assert (metrics["retransmitted"], metrics["unfinished"]) == (3, 1)


def test_the_producers_own_rate_is_that_of_its_creations(tmp_path: Path) -> None:
    cell = seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    assert measure_cell(cell).metrics["sending_rate"] == 1000  # a message a millisecond
