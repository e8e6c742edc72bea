from pathlib import Path

from include.clusters.external.write_quota import WARM_UP_BYTES, WriteQuota, bytes_of
from include.clusters.topic_names import name_of
from tests.e2e.cells import plan_of

CELL_BYTES = 2000 * 256 * 3
"""Messages, their size, and replicas."""


def share(tmp_path: Path) -> WriteQuota:
    run = tmp_path / "run"
    return WriteQuota(run, plan_of(run, {"semantics": ["at-most-once", "at-least-once"]}))


def test_a_cell_writes_its_messages_in_every_replica(tmp_path: Path) -> None:
    assert bytes_of(share(tmp_path).pending()) == 2 * CELL_BYTES


def test_nothing_was_written_before_the_first_cell(tmp_path: Path) -> None:
    assert share(tmp_path).written() == 0


def test_sealed_failed_and_earlier_attempts_count_alike(tmp_path: Path) -> None:
    mine = share(tmp_path)
    first, second = (cell.id for cell in mine.plan.cells)
    for folder in (f"cells/{first}", f"cells/{second}", f"attempts/{first}.1", f"attempts/{first}.2"):
        (mine.run / folder).mkdir(parents=True)
    assert mine.written() == 4 * CELL_BYTES
    (mine.run / "cells" / first / "manifest.json").touch()
    assert [cell.id for cell in mine.pending()] == [second]


def test_a_warm_up_counts_as_all_that_it_may_write(tmp_path: Path) -> None:
    mine = share(tmp_path)
    (mine.run / "cluster").mkdir()
    (mine.run / "cluster" / "warm_up.json").touch()
    assert mine.written() == WARM_UP_BYTES


def test_a_run_owns_its_cells_topics_only(tmp_path: Path) -> None:
    mine = share(tmp_path)
    assert mine.owns(name_of("run", mine.plan.cells[0].id))
    assert not mine.owns(name_of("another", mine.plan.cells[0].id))
