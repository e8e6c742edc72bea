import json
from pathlib import Path

import pyarrow as pa

from include.monitors.reliable_ack.confirmation_records import CONFIRMATIONS, CONFIRMATIONS_FILE
from include.rawlog.manifest import MANIFEST_FILE, ProgramRecord
from include.rawlog.table_writer import write_table
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.scenarios.reliable_ack import measures, of_monitor
from tests.rawlog.sealing import seal_again, seal_rows
from tests.spark_jobs.cells import raw_cell
from tests.spark_jobs.job.test_cell import RECEIVED, SENT

ROWS = [
    {"id": 0, "confirmed_ns": 14, "confirmed_by": "receipt", "retransmitted": 0},
    {"id": 1, "confirmed_ns": 17, "confirmed_by": "retransmission", "retransmitted": 2},
    {"id": 2, "confirmed_ns": None, "confirmed_by": "nothing", "retransmitted": 1},
]


def test_what_a_monitor_had_to_do_is_counted_as_far_as_it_reported_it() -> None:
    confirmations = pa.Table.from_pylist(ROWS, schema=CONFIRMATIONS)
    assert of_monitor(confirmations, retransmitting_ns=1_500_000_000, left_to_monitor=9) == {
        "retransmitted": 3,
        "retransmission_time": 1.5,
        "unfinished": 1,
        "left_to_monitor": 9,
    }
    metrics = of_monitor(CONFIRMATIONS.empty_table(), retransmitting_ns=None, left_to_monitor=0)
    assert metrics == {"retransmitted": 0, "retransmission_time": None, "unfinished": 0, "left_to_monitor": 0}


def test_the_programs_count_the_time_of_retransmissions_and_what_was_left_to_the_monitor() -> None:
    counts = {"retransmitting_ns": 2_500_000_000, "left_to_monitor": 4}
    monitor = ProgramRecord(name="monitor", client_settings={}, counts=counts)
    cell = raw_cell(settings={"scenario": "reliable_ack", "level": "reliable-ack"}, programs=[monitor])
    cell.files[CONFIRMATIONS_FILE] = CONFIRMATIONS.empty_table()
    metrics = measures(cell)
    assert (metrics["retransmission_time"], metrics["left_to_monitor"]) == (2.5, 4)


def monitored(folder: Path) -> Path:
    """A cell whose producer has a monitor."""
    cell = seal_rows(folder, SENT, RECEIVED)
    write_table(cell / CONFIRMATIONS_FILE, pa.Table.from_pylist(ROWS, schema=CONFIRMATIONS))
    seal_again(cell, message_bytes=1024)
    manifest = json.loads((cell / MANIFEST_FILE).read_bytes())
    manifest["cell"]["settings"] = {"scenario": "reliable_ack", "level": "reliable-ack"}
    (cell / MANIFEST_FILE).write_text(json.dumps(manifest))
    return cell


def test_only_a_cell_with_a_monitor_has_its_metrics_beside_the_producers_own_rate(tmp_path: Path) -> None:
    metrics = measure_cell(monitored(tmp_path / "cells" / "a")).metrics
    assert (metrics["retransmitted"], metrics["unfinished"], metrics["left_to_monitor"]) == (3, 1, 0)
    without = measure_cell(seal_rows(tmp_path / "cells" / "b", SENT, RECEIVED)).metrics
    names = ("retransmitted", "retransmission_time", "unfinished", "left_to_monitor")
    assert [without[name] for name in names] == [None] * 4
    assert without["sending_rate"] == 1000  # a message a millisecond
