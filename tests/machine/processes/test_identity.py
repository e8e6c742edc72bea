import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from include.machine.processes.identity import ProcessIdentity, end_all

STUBBORN = "from signal import *; signal(SIGTERM, SIG_IGN); print('ready', flush=True); pause()"


@pytest.fixture
def child() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_another_process_with_the_same_id_is_not_the_same() -> None:
    this = ProcessIdentity.of(os.getpid())
    earlier = ProcessIdentity(this.pid, this.started - 1)
    assert (this.alive(), earlier.alive()) == (True, False)
    earlier.signal(signal.SIGKILL)  # this test goes on


@pytest.mark.parametrize("is_stopped", [False, True])
def test_a_process_is_killed_that_does_not_end(child: "subprocess.Popen[str]", is_stopped: bool) -> None:
    if is_stopped:
        child.send_signal(signal.SIGSTOP)
    ProcessIdentity.of(child.pid).end(grace_seconds=0.1)
    assert child.wait(10) == -signal.SIGKILL


def test_a_zombie_is_not_alive(child: "subprocess.Popen[str]") -> None:
    identity = ProcessIdentity.of(child.pid)
    child.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it has ended, and is not collected
    assert not identity.alive()
    identity.end(grace_seconds=60)


def test_processes_that_ignore_the_request_share_one_grace_period() -> None:
    command = [sys.executable, "-c", STUBBORN]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [child.stdout and child.stdout.readline() for child in children] == ["ready\n"] * 3
    identities = [ProcessIdentity.of(child.pid) for child in children]
    end_all(lambda: identities, grace_seconds=0.5)
    assert [child.wait(10) for child in children] == [-signal.SIGKILL] * 3
    for child in children:
        child.communicate()
