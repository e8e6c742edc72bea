from pathlib import Path

from include.clusters.external.run_write_limit import WARM_UP_BYTES, WriteQuota, bytes_of
from include.clusters.topic_names import name_of
from tests.e2e.cells import plan_of

CELL_BYTES = 2000 * 256 * 3
"""Messages, their size, and replicas."""


def quota_of(tmp_path: Path) -> WriteQuota:
    run = tmp_path / "run"
    return WriteQuota(run, plan_of(run, {"semantics": ["at-most-once", "at-least-once"]}))


def test_a_run_owns_its_cells_topics_and_writes_its_messages_in_every_replica(tmp_path: Path) -> None:
    quota = quota_of(tmp_path)
    assert (bytes_of(quota.pending()), quota.written_bytes()) == (2 * CELL_BYTES, 0)
    assert quota.owns(name_of("run", quota.plan.cells[0].id))
    assert not quota.owns(name_of("another", quota.plan.cells[0].id))


def test_a_copy_is_written_to_two_topics(tmp_path: Path) -> None:
    plan = plan_of(tmp_path / "run", {"semantics": ["at-least-once"]}, scenario="copy")
    assert bytes_of(plan.cells) == 2 * CELL_BYTES


def test_sealed_failed_and_running_attempts_count_alike_and_a_warm_up_with_its_limit(tmp_path: Path) -> None:
    quota = quota_of(tmp_path)
    first, second = (cell.id for cell in quota.plan.cells)
    for folder in (f"cells/{first}", f"cells/{second}", f"attempts/{first}.1", f"attempts/{first}.2"):
        (quota.run / folder).mkdir(parents=True)
    assert quota.written_bytes() == 4 * CELL_BYTES
    (quota.run / "cells" / first / "manifest.json").touch()
    assert [cell.id for cell in quota.pending()] == [second]
    (quota.run / "cluster").mkdir()
    (quota.run / "cluster" / "warm_up.json").touch()
    assert quota.written_bytes() == 4 * CELL_BYTES + WARM_UP_BYTES
