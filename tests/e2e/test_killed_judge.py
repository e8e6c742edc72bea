"""What is left of a user's application when the command that judges it is killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from include.machine.folders import ROOT
from include.machine.processes.identity import AT_ONCE, ProcessIdentity, end_all
from include.machine.processes.wait_until import wait_until
from tests.e2e.test_sweep import TIMEOUT_SECONDS, Sandbox

pytestmark = [pytest.mark.airflow, pytest.mark.brokers]

APPLICATION = """
import os, pathlib, signal, time
is_background = os.fork() == 0
if is_background:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
pathlib.Path(f"{os.getpid()}.pid").touch()
time.sleep(600)
"""
"""It goes to the background too, and ignores there that it is asked to end."""


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    sandbox = Sandbox(tmp_path)
    yield sandbox
    end_all(lambda: left(sandbox), AT_ONCE)  # if the test has failed


def application(folder: Path) -> list[ProcessIdentity]:
    """The running processes of the application."""
    processes = []
    for file in folder.glob("*.pid"):
        with suppress(psutil.NoSuchProcess):
            processes.append(ProcessIdentity.of(int(file.stem)))
    return [process for process in processes if process.alive()]


def left(sandbox: Sandbox) -> list[ProcessIdentity]:
    return [*sandbox.processes(), *application(sandbox.folder)]


def test_a_killed_judge_leaves_nothing_of_the_application_running(sandbox: Sandbox) -> None:
    (sandbox.folder / "app.py").write_text(APPLICATION)
    command = [sys.executable, "-m", "include.cli", "judge", "--run", "tiny-1"]
    command += [
        "--application",
        f"{sys.executable} app.py {{bootstrap_servers}} {{input_topic}} {{output_topic}}",
    ]
    environment = {**sandbox.environment(), "PYTHONPATH": str(ROOT)}
    with (sandbox.folder / "output.txt").open("w") as output:
        judge = subprocess.Popen(
            command, cwd=sandbox.folder, env=environment, stdout=output, stderr=subprocess.STDOUT
        )

    def runs() -> bool:
        assert judge.poll() is None, sandbox.output()
        return len(application(sandbox.folder)) == 2

    wait_until(runs, TIMEOUT_SECONDS, lambda: "the application was not started")
    judge.kill()
    judge.wait()
    wait_until(lambda: not left(sandbox), 30, lambda: f"after the command was killed, {left(sandbox)} ran")
