from collections.abc import Callable
from pathlib import Path

import pytest

from include.tasks.machine_lease import MachineInUseError, machine_lease


def lives(*runs: str) -> Callable[[Path], bool]:
    return lambda run: run.name in runs


def take(file: Path, run: str, living: Callable[[Path], bool]) -> None:
    with machine_lease(file, file.parent / run, living):
        pass


def test_the_first_has_the_lease_and_another_waits_while_its_cluster_lives(tmp_path: Path) -> None:
    take(tmp_path / "state" / "lease", "first", lives())
    lease = tmp_path / "lease"
    take(lease, "a-first-with-a-long-name", lives())
    take(lease, "a-first-with-a-long-name", lives("a-first-with-a-long-name"))
    with pytest.raises(
        MachineInUseError, match=r"cluster of the run in .*first-with-a-long-name is still running"
    ):
        take(lease, "second", lives("a-first-with-a-long-name"))
    take(lease, "second", lives())
    with pytest.raises(MachineInUseError, match="second is still running"):
        take(lease, "third", lives("second"))


def test_nobody_has_a_turn_while_a_cluster_is_started_unless_the_start_failed(tmp_path: Path) -> None:
    lease = tmp_path / "lease"
    with (
        machine_lease(lease, tmp_path / "first", lives()),
        pytest.raises(MachineInUseError, match="is being started"),
        machine_lease(lease, tmp_path / "second", lives()),
    ):
        pass
    with pytest.raises(OSError, match="no space"), machine_lease(lease, tmp_path / "first", lives()):
        raise OSError("no space")
    take(lease, "second", lives())
