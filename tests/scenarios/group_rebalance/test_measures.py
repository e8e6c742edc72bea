from pathlib import Path
from typing import Any

import numpy as np
import pytest

from include.rawlog.schemas import PROCESSED
from include.rawlog.table_writer import write_table
from include.scenarios.group_rebalance.measures import (
    MEASURES,
    TABLES,
    messages_by_row,
    ownership_rows,
    split_keys,
)
from include.scenarios.group_rebalance.ownership import OWNERSHIP, OWNERSHIP_FILE
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.results.measured_cell import MeasuredCell
from tests.rawlog.sealing import Rows, seal_again, seal_rows, table
from tests.spark_jobs.cells import S, raw_cell


def second(number: float) -> int:
    return int(number * S)


OWNED: list[tuple[Any, ...]] = [
    (0, 1, 0, second(-1), None, None),
    (1, 1, 1, second(-1), second(2), "gone"),
    (2, 1, None, second(-1), second(5), "given"),
    (2, 1, 1, second(5), None, None),
]
"""Consumer 1 is killed in the second second; three seconds later consumer 2, idle until then, takes over."""

RECEIVED = [
    (0, 0, 0, second(0.1), 0, second(0.1), 1),
    (1, 1, 0, second(1.1), 1, second(1.1), 1),
    (2, 0, 1, second(2.1), 0, second(2.1), 1),
    (1, 1, 0, second(5), 2, second(5.5), 1),
    (3, 1, 1, second(5.6), 2, second(5.6), 1),
    (4, 0, 2, second(5.7), 0, second(5.7), 1),
]
"""The second message is processed twice, again when it is received as soon as its partition has an owner."""


def measured(folder: Path, owned: Rows = OWNED, received: Rows = RECEIVED, **settings: Any) -> MeasuredCell:
    """A cell of two partitions and three members."""
    seal_rows(folder, [(id, id % 2, id // 2, second(id), second(id) + 1, "acked", None) for id in range(5)])
    write_table(folder / "received.parquet", table(received, PROCESSED))
    write_table(folder / OWNERSHIP_FILE, table(owned, OWNERSHIP))
    usual = {"scenario": "group_rebalance", "partitions": 2, "rate": 1, "processing": "process-first"}
    return measure_cell(seal_again(folder, 1024, **{**usual, **settings}))


def test_a_partition_whose_owner_is_killed_pauses_and_moves_and_messages_come_again(tmp_path: Path) -> None:
    cell = measured(tmp_path / "a")
    metrics = cell.metrics
    assert metrics["ownership_pause"] == pytest.approx(3.0)
    assert metrics["ownership_pause_mean"] == pytest.approx(1.5)
    assert metrics["regroup_time"] == pytest.approx(3.0)
    assert metrics["delivery_pause_mean"] == pytest.approx((3.6 + 4.5) / 2)
    names = ("moved", "moved_needlessly", "duplicated", "lost", "owned_spread")
    assert [cell.metrics[name] for name in names] == [1, 0, 1, 0, 0]
    assert cell.guarantee.value == "kept"
    assert metrics["fairness"] == pytest.approx((2 + 1) ** 2 / (2 * (4 + 1)))
    rows = cell.tables["ownership"].to_pylist()
    keys = ("cell", "consumer", "partition", "began", "ended", "messages", "ending")
    assert [tuple(row[key] for key in keys) for row in rows] == [
        ("a", 0, 0, -1.0, None, 3, None),
        ("a", 1, 1, -1.0, 2.0, 1, "gone"),
        ("a", 2, None, -1.0, 5.0, 0, "given"),
        ("a", 2, 1, 5.0, None, 2, None),
    ]
    assert cell.tables["ownership"].schema == TABLES["ownership"].schema


def test_keys_in_two_partitions_are_split_and_counted_where_messages_have_keys(tmp_path: Path) -> None:
    assert measured(tmp_path / "none").metrics["split_keys"] is None
    assert measured(tmp_path / "two", keys=2).metrics["split_keys"] == 0
    assert measured(tmp_path / "three", keys=3).metrics["split_keys"] == 2
    assert split_keys(np.array([0, 1, 0, 1]), np.array([4, 5, 4, 5])) == 0
    assert split_keys(np.array([0, 1, 0, 1]), np.array([4, 5, 4, 6])) == 1


def test_a_message_that_was_handed_over_just_before_a_revocation_counts_where_it_belongs() -> None:
    owned = table([(0, 1, 0, 10, 20, "revoked"), (0, 1, 0, 30, None, None)], OWNERSHIP)
    received = table([(id, id // 3, id, at, 0, at, 1) for id, at in enumerate((15, 21, 31, 32))], PROCESSED)
    assert messages_by_row(owned, received) == [2, 1]
    assert messages_by_row(owned.take([1, 0]), received) == [1, 2]


def test_a_cell_without_messages_has_no_ownership() -> None:
    cell = raw_cell(settings={"scenario": "group_rebalance", "processing": "process-first"})
    cell.files[OWNERSHIP_FILE] = table(OWNED, OWNERSHIP)
    assert MEASURES.metrics(cell) == {}
    assert ownership_rows(cell) == []


def test_a_partition_that_no_member_takes_over_pauses_until_the_last_message(tmp_path: Path) -> None:
    left = OWNED[:2]
    pauses = [measured(tmp_path / str(len(got)), left, got).metrics for got in (RECEIVED, ())]
    assert [metrics["ownership_pause"] for metrics in pauses] == pytest.approx([3.7, 2.0])
    rows = measured(tmp_path / "lead-in", lead_in_seconds=1).tables["ownership"].to_pylist()
    assert [row["began"] for row in rows] == [-2, -2, -2, 4]
