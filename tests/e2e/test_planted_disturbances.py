import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from itertools import chain, repeat
from pathlib import Path

import pytest

from include.cells import host_record
from include.cells.program_runner import Runner, RunningProgram
from include.clusters.embedded.cluster import EmbeddedCluster
from include.rawlog.manifest import read_manifest
from include.verdicts.validity import causes
from tests.e2e.acting_runner import ActingRunner
from tests.e2e.cells import plan_of, run_only_cell
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.brokers

RATE = 1000


def run_paced(run: Path, cluster: EmbeddedCluster, runner: Runner | None = None) -> Path:
    """Run a cell of two seconds at a fixed rate; return its folder."""
    return run_only_cell(run, plan_of(run, {"semantics": ["at-least-once"]}, rate=RATE), cluster, runner)


def reasons(cell: Path) -> list[str]:
    """Why a cell is invalid, apart from brokers that are still cold, as those of tests are."""
    return [reason for reason in causes(read_manifest(cell)) if "compiling" not in reason]


def test_a_step_of_the_clock_is_named(
    run: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = chain([0], repeat(250_000_000))  # the clock is set after its first reading, and only as seen here
    monkeypatch.setattr(host_record, "time_ns", lambda: time.time_ns() + next(steps))
    step = "the wall clock advanced +0.250 s beside the cell's clock"
    assert any(reason.startswith(step) for reason in reasons(run_paced(run, embedded)))


def test_cores_that_another_program_took_are_named(run: Path, embedded: EmbeddedCluster) -> None:
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(process.kill)
        cell = run_paced(run, embedded)
    assert any(reason.startswith("others took ") for reason in reasons(cell))


def test_a_producer_that_was_late_is_named(run: Path, embedded: EmbeddedCluster) -> None:
    timers: list[threading.Timer] = []

    def pause(producer: RunningProgram) -> None:
        producer.pause()
        timers.append(threading.Timer(0.3, producer.resume))
        timers[0].start()

    runner = ActingRunner(runner_on(embedded), pause)
    cell = run_paced(run, embedded, runner)
    timers[0].join()
    assert any(reason.startswith("a producer was late by ") for reason in reasons(cell))
