import csv
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from include.machine.folders import ROOT
from include.machine.processes.identity import ProcessIdentity, end_all
from include.machine.processes.wait_until import wait_until

pytestmark = [pytest.mark.airflow, pytest.mark.brokers, pytest.mark.spark]

TINY = """\
title: A tiny experiment
question: Does a sweep end?
scenario: delivery
factors:
  semantics: [at-least-once, exactly-once]
constants:
  messages: 500
  message_bytes: 128
repetitions: 1
seed: 7
most_inconclusive: 1
"""

TIMEOUT_SECONDS = 480.0
"""Time for a sweep, or until its first cell, for which a busy machine needs minutes."""


@dataclass(frozen=True)
class Sandbox:
    """State and runs of a test, apart from those of the checkout; its processes have them as environment."""

    folder: Path

    @property
    def run(self) -> Path:
        return self.folder / "runs" / "tiny-1"

    def environment(self) -> dict[str, str]:
        folders = {"KERRAN_STATE": str(self.folder / "state"), "KERRAN_RUNS": str(self.folder / "runs")}
        # What a busy machine or cold brokers disturb isn't to be measured again here.
        once = {"KERRAN_ATTEMPTS": "1", "KERRAN_WARM_UP_SECONDS": "3"}
        tiny = {"KERRAN_RUN": "tiny-1", "KERRAN_EXPERIMENT": str(self.folder / "tiny.yaml")}
        return {**os.environ, **folders, **once, **tiny}

    def sweep(self) -> "subprocess.Popen[str]":
        with (self.folder / "output.txt").open("w") as output:
            command, variables = [sys.executable, "-m", "include.cli", "sweep"], self.environment()
            return subprocess.Popen(
                command, cwd=ROOT, env=variables, stdout=output, stderr=subprocess.STDOUT, text=True
            )

    def output(self) -> str:
        return (self.folder / "output.txt").read_text()

    def processes(self, containing: str = "") -> list[ProcessIdentity]:
        """The processes that run for this sandbox, whichever their parents are."""
        own = (process for process in psutil.process_iter() if self._owns(process, containing))
        return [ProcessIdentity.of(process.pid) for process in own]

    def sealed(self) -> dict[str, bytes]:
        manifests = self.run.glob("cells/*/manifest.json")
        return {manifest.parent.name: manifest.read_bytes() for manifest in manifests}

    def _owns(self, process: psutil.Process, containing: str) -> bool:
        try:
            if process.environ().get("KERRAN_STATE") != str(self.folder / "state"):
                return False
            return process.status() != psutil.STATUS_ZOMBIE and containing in " ".join(process.cmdline())
        except psutil.Error:
            return False


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    (tmp_path / "tiny.yaml").write_text(TINY)
    sandbox = Sandbox(tmp_path)
    yield sandbox
    end_all(sandbox.processes, grace_seconds=5)  # a failed test must not leave what it started


def wait_for_a_producer(sandbox: Sandbox, sweep: "subprocess.Popen[str]") -> ProcessIdentity:
    def there() -> bool:
        assert sweep.poll() is None, sandbox.output()
        return bool(sandbox.processes("include.producers"))

    wait_until(there, TIMEOUT_SECONDS, lambda: "no cell began")
    return sandbox.processes("include.producers")[0]


def test_a_sweep_measures_every_cell_and_publishes_its_report(sandbox: Sandbox) -> None:
    completed(sandbox)


@pytest.mark.runs
def test_a_sweep_that_was_interrupted_or_lost_a_process_can_be_completed(sandbox: Sandbox) -> None:
    interrupted_command(sandbox)
    killed_command(sandbox)
    killed_guardian(sandbox)
    killed_producer(sandbox)
    plan, sealed = (sandbox.run / "plan.json").read_bytes(), sandbox.sealed()
    completed(sandbox)
    assert (sandbox.run / "plan.json").read_bytes() == plan
    assert sealed.items() < sandbox.sealed().items()


def interrupted_command(sandbox: Sandbox) -> None:
    """After Ctrl-C, the command ends when nothing that it started is running."""
    sweep = sandbox.sweep()
    wait_for_a_producer(sandbox, sweep)
    sweep.send_signal(signal.SIGINT)
    assert sweep.wait(30) == 130
    assert sandbox.processes() == []
    assert "Interrupted; no process is left running." in sandbox.output()


def killed_command(sandbox: Sandbox) -> None:
    """No process outlives a killed command, and no incomplete cell is sealed."""
    sweep = sandbox.sweep()
    wait_for_a_producer(sandbox, sweep)
    sweep.kill()
    sweep.wait()
    wait_until(lambda: sandbox.processes() == [], 30, lambda: "a process of the killed sweep is running")
    assert len(sandbox.sealed()) < 2


def killed_guardian(sandbox: Sandbox) -> None:
    """The command ends all processes itself, and reports the killed guardian."""
    sweep = sandbox.sweep()
    wait_for_a_producer(sandbox, sweep)
    sandbox.processes("include.machine.processes.guardian")[0].signal(signal.SIGKILL)
    assert sweep.wait(TIMEOUT_SECONDS) == 1
    assert "The guardian process was killed" in sandbox.output()
    assert sandbox.processes() == []


def killed_producer(sandbox: Sandbox) -> None:
    """One cell fails and is named; the other one runs, and the report is published without it."""
    sweep = sandbox.sweep()
    wait_for_a_producer(sandbox, sweep).signal(signal.SIGKILL)
    assert sweep.wait(TIMEOUT_SECONDS) == 1, sandbox.output()
    after = sandbox.sealed()
    missing = ({path.name for path in sandbox.run.glob("cells/*")} - set(after)).pop()
    assert len(after) == 1
    assert f"{missing} failed: " in sandbox.output()
    assert (sandbox.run / "report" / "index.html").exists()


def completed(sandbox: Sandbox) -> None:
    """All cells have been run, the report is published, and no process is left."""
    assert sandbox.sweep().wait(TIMEOUT_SECONDS) == 0, sandbox.output()
    assert len(sandbox.sealed()) == 2
    with (sandbox.run / "results" / "cells.csv").open() as file:
        assert [row["lost"] for row in csv.DictReader(file)] == ["0"] * 2
    assert f"Report: {sandbox.run / 'report' / 'index.html'}" in sandbox.output()
    assert sandbox.processes() == []
