import os
import subprocess
import sys

import pytest

from include.machine.processes.cores import confined, halves


def cores(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(numbers))


def test_cores_are_halved_but_for_a_single_one(monkeypatch: pytest.MonkeyPatch) -> None:
    cores(monkeypatch, 0, 1, 2, 5)
    assert halves() == ((0, 1), (2, 5))
    cores(monkeypatch, 3)
    assert halves() == ((3,), (3,))


def test_a_confined_command_runs_on_its_cores_only() -> None:
    (first, *_) = sorted(os.sched_getaffinity(0))
    program = "import os; print(os.sched_getaffinity(0))"
    command = confined([sys.executable, "-c", program], (first,))
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{{{first}}}\n"
