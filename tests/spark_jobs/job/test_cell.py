from pathlib import Path

import pytest

from include.spark_jobs.job.cell import measure_cell
from tests.rawlog.sealing import Rows, seal_rows

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
