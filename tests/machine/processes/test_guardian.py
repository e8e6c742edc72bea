import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from include.machine.folders import ROOT
from include.machine.processes.guardian import Guardian, Start
from include.machine.processes.identity import ProcessIdentity, end_all
from include.machine.processes.owner_mark import mark, orphans, working_for
from include.machine.processes.wait_until import wait_until


@dataclass
class Started:
    command: "subprocess.Popen[str]"
    guardian: ProcessIdentity
    family: list[ProcessIdentity]

    def all_gone(self) -> bool:
        return not any(process.alive() for process in [self.guardian, *self.family])


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path: Path) -> Iterator[None]:
    """A failed test must not leave what it started."""
    yield
    for file in tmp_path.glob("*.pid"):
        with suppress(psutil.NoSuchProcess):
            psutil.Process(int(file.read_text())).kill()


def command_in(folder: Path, *options: str, stderr: int | None = None) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.machine.processes.command", str(folder), *options]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=stderr, text=True)


def start(folder: Path, *options: str) -> Started:
    command = command_in(folder, *options)
    assert command.stdout
    guardian = ProcessIdentity.of(int(command.stdout.readline()))
    names = [folder / "parent.pid", folder / "child.pid"]
    wait_until(lambda: all(name.exists() for name in names), 30, lambda: "the family did not start")
    return Started(command, guardian, [ProcessIdentity.of(int(name.read_text())) for name in names])


@pytest.mark.slow
def test_a_killed_command_leaves_no_process_not_even_one_that_ignores_sigterm(tmp_path: Path) -> None:
    started = start(tmp_path, "--stubborn")
    started.command.kill()
    started.command.wait()
    wait_until(started.all_gone, 30, lambda: "the guardian did not end everything")


@pytest.mark.parametrize("ended", ["command", "guardian"])
def test_a_command_ends_all_processes_at_sigterm_or_without_its_guardian(tmp_path: Path, ended: str) -> None:
    started = start(tmp_path)
    if ended == "command":
        started.command.terminate()
    else:
        started.guardian.signal(signal.SIGKILL)
    started.command.wait()
    assert started.all_gone()


def test_remaining_processes_are_found_by_their_mark_when_both_are_killed(tmp_path: Path) -> None:
    started = start(tmp_path)
    guardian = psutil.Process(started.guardian.pid)
    guardian.suspend()  # or it would end the family before it is killed itself
    started.command.kill()
    guardian.kill()
    started.command.wait()
    wait_until(lambda: not started.guardian.alive(), 30, lambda: "the guardian did not die")
    assert set(started.family) <= set(orphans())
    end_all(lambda: [orphan for orphan in orphans() if orphan in started.family], grace_seconds=0.2)
    assert started.all_gone()


def test_a_guardian_told_to_stay_runs_until_sigterm(tmp_path: Path) -> None:
    started = start(tmp_path, "--stay")
    assert started.command.wait() == 0
    assert set(working_for(started.guardian)) == set(started.family)
    started.guardian.end(grace_seconds=30)
    assert started.all_gone()


def test_a_reader_of_the_output_does_not_wait_for_a_guardian_that_stays(tmp_path: Path) -> None:
    output, _ = command_in(tmp_path, "--stay", stderr=subprocess.PIPE).communicate(timeout=30)
    guardian = ProcessIdentity.of(int(output.splitlines()[0]))
    assert guardian.alive()
    guardian.end(grace_seconds=30)


def test_a_guardian_runs_its_clean_up_command_with_its_own_mark_when_all_have_ended(tmp_path: Path) -> None:
    file = tmp_path / "clean-up"
    write = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.argv[2])"
    guardian = Guardian(clean_up=[sys.executable, "-c", write, str(file)])
    guardian.dismiss()
    assert file.read_text() == mark(guardian.identity)


def test_a_guardian_collects_the_processes_that_it_adopted_when_they_end(tmp_path: Path) -> None:
    guardian, file = Guardian(), tmp_path / "orphan.pid"
    start_an_orphan = f"sleep 60 & echo $! > {file}"
    guardian.start(Start("an orphan", ["sh", "-c", start_an_orphan], str(tmp_path / "log"), {}))
    wait_until(lambda: file.exists() and file.read_text() != "", 30, lambda: "no orphan was started")
    pid = int(file.read_text())
    wait_until(lambda: psutil.Process(pid).ppid() == guardian.identity.pid, 30, lambda: "it was not adopted")
    psutil.Process(pid).kill()
    wait_until(lambda: not psutil.pid_exists(pid), 30, lambda: "it stayed as a zombie")
    guardian.dismiss()
