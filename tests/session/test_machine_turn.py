from pathlib import Path

import pytest

from include.folders import ROOT
from include.processes.wait_until import NotInTimeError
from include.tasks.machine_lease import MachineInUseError, machine_lease
from tests.session import machine_turn as module
from tests.session.machine_turn import has_cluster, machine_turn


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.001)


def nobody(run: Path) -> bool:
    return False


def test_a_run_waits_while_tests_have_the_turn(tmp_path: Path) -> None:
    lease = tmp_path / "lease"
    with (
        machine_turn(lease, print, has_cluster=nobody),
        pytest.raises(MachineInUseError),
        machine_lease(lease, tmp_path / "run", nobody),
    ):
        pass
    assert not has_cluster(tmp_path)  # a folder without a plan


def test_tests_wait_until_the_cluster_of_a_run_has_ended_and_say_so_once(tmp_path: Path) -> None:
    lease, alive = tmp_path / "lease", [True, True, False]
    lines: list[str] = []
    with machine_lease(lease, tmp_path / "monday", nobody):
        pass
    with (
        pytest.raises(NotInTimeError, match=r"run in .*monday is alive. It did not end within 0.01 s"),
        machine_turn(lease, print, 0.01, has_cluster=lambda run: True),
    ):
        pass
    with machine_turn(lease, lines.append, has_cluster=lambda run: alive.pop(0)):
        assert lease.read_text() == str(ROOT)
    assert alive == []
    assert lines == [
        f"Tests on brokers wait for this machine ({lease}). "
        f"The cluster of the run in {tmp_path / 'monday'} is alive."
    ]
