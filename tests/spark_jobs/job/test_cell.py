import json
from pathlib import Path
from typing import Any

import pytest

from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.schemas import AUDIT, AUDIT_FILE
from include.rawlog.table_writer import write_table
from include.spark_jobs.job.cell import measure_cell
from tests.rawlog.sealing import Rows, seal_again, seal_rows, table

MS = 1_000_000

SENT = [
    (0, 0, 0, 10 * MS, 14 * MS, "acked", None),
    (1, 0, 1, 11 * MS, 17 * MS, "acked", None),
    (2, 1, None, 12 * MS, None, "failed", None),
    (3, 1, None, 13 * MS, None, "unknown", None),
]
RECEIVED = [
    (1, 0, 1, 20 * MS, 0),
    (0, 0, 0, 30 * MS, 0),
    (0, 0, 2, 90 * MS, 0),
    (3, 1, 0, 40 * MS, 0),
    (77, 1, 1, 95 * MS, 0),
]


def measured(tmp_path: Path, sent: Rows, received: Rows, transactions: Rows = ()) -> dict[str, float | None]:
    return measure_cell(seal_rows(tmp_path / "cells" / "a", sent, received, transactions)).metrics


def test_messages_are_counted_by_what_became_of_them_and_times_are_of_first_receipts(tmp_path: Path) -> None:
    metrics = measured(tmp_path, SENT, RECEIVED)
    counted = ("sent", "acked", "failed", "unknown", "received", "lost", "duplicated", "out_of_order")
    assert [metrics[name] for name in counted] == [4, 2, 1, 1, 5, 0, 1, 1]
    assert metrics["producer_broker_latency_mean"] == 5.0
    assert metrics["producer_broker_total_time"] == 0.007
    assert metrics["producer_broker_rate"] == pytest.approx(2 / 0.007)
    assert metrics["producer_broker_throughput"] == pytest.approx(2 / 1024 / 0.007)
    assert metrics["producer_consumer_latency_mean"] == pytest.approx((9 + 20 + 27) / 3)
    assert metrics["producer_consumer_total_time"] == 0.03
    assert metrics["producer_consumer_rate"] == pytest.approx(100)


def test_a_cell_of_nothing_has_counts_and_nothing_else_and_no_start(tmp_path: Path) -> None:
    cell = measure_cell(seal_rows(tmp_path / "cells" / "a"))
    present = {name: value for name, value in cell.metrics.items() if value is not None}
    assert set(present.values()) == {0}
    assert len(present) == 18
    assert cell.row()["start"] is None


def edited(tmp_path: Path, **changes: dict[str, Any] | int) -> dict[str, Any]:
    """The row of a cell with a duplicate and a phantom, with changes of its manifest."""
    cell = seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    manifest = json.loads((cell / MANIFEST_FILE).read_bytes())
    changes["machine"] = manifest["machine"] | changes.get("machine", {})
    (cell / MANIFEST_FILE).write_text(json.dumps(manifest | changes))
    return measure_cell(cell).row()


def test_a_row_says_what_the_cell_is_its_attempt_and_the_start_of_its_brokers(tmp_path: Path) -> None:
    row = edited(tmp_path, attempt=2, start={"number": 3, "began": "2026-01-02T03:04:05Z"})
    names = ("cell", "treatment", "block", "order", "release", "semantics", "message_bytes")
    assert [row[n] for n in names] == ["a", "at-least-once.1024B", 1, 0, "4.3.1", "at-least-once", 1024]
    assert json.loads(row["factors"]) == {"semantics": "at-least-once", "message_bytes": 1024}
    assert (row["attempt"], row["start"]) == (2, 3)


def test_an_invalid_cell_says_why_and_its_promise_is_broken_all_the_same(tmp_path: Path) -> None:
    row = edited(tmp_path, machine={"seconds": 1.0, "cpu_brokers": 1.0, "cpu_others": 0.9})
    assert row["validity"] == "invalid"
    assert row["invalid_because"] == "others took 45% of the CPU; 25% at most"
    assert row["guarantee"] == "broken"


def test_without_an_independent_reader_nobody_knows_what_is_gone(tmp_path: Path) -> None:
    cell = seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    assert measure_cell(cell).metrics["gone"] is None
    write_table(cell / AUDIT_FILE, table([(0, 0, 0, True)], AUDIT))
    assert measure_cell(seal_again(cell, message_bytes=1024)).metrics["gone"] == 1
