import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from include.cells import host_record
from include.cells.run_cell import run_cell
from include.cells.runner import Runner, RunningProgram
from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.machine.processes.identity import ProcessIdentity
from include.machine.releases.versions import DEFAULT_RELEASE
from include.plan.experiment import Arm
from include.plan.planning import write_plan
from include.rawlog.manifest import read_manifest
from include.report.arms.findings import regressions
from include.report.measured_run import MeasuredRun, read_measured_run
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.validity import causes
from tests.clusters.client_quota import limit_producers
from tests.e2e.acting_runner import ActingRunner
from tests.e2e.cells import plan_of, run_only_cell
from tests.report.synthetic import make_plan
from tests.session.load_programs import runner_on
from tests.spark_jobs.without_spark import write_results

pytestmark = pytest.mark.brokers

RATE = 1000


def run_paced(run: Path, cluster: EmbeddedCluster, runner: Runner | None = None) -> Path:
    """Run a cell of two seconds at a fixed rate; return its folder."""
    return run_only_cell(run, plan_of(run, {"semantics": ["at-least-once"]}, rate=RATE), cluster, runner)


def reasons(cell: Path) -> list[str]:
    """Why a cell is invalid."""
    return causes(read_manifest(cell))


class SteppedClock:
    """Readings of a wall clock that is set after the first reading. The machine's clock is not set."""

    def __init__(self, step_ns: int) -> None:
        self._step_ns, self._is_set = step_ns, False

    def __call__(self) -> int:
        reading = time.time_ns() + self._step_ns * self._is_set
        self._is_set = True
        return reading


def test_a_clock_step_is_named(run: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_record, "time_ns", SteppedClock(250_000_000))
    step = "the wall clock advanced +0.250 s beside the cell's clock"
    assert any(reason.startswith(step) for reason in reasons(run_paced(run, embedded)))


@contextmanager
def busy_processes(number: int) -> Iterator[None]:
    """Processes that each take a core, as far as the others let them."""
    with ExitStack() as stack:
        for _ in range(number):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(process.kill)
        yield


def test_cores_that_another_program_took_are_measured(run: Path, embedded: EmbeddedCluster) -> None:
    with busy_processes(os.cpu_count() or 1):
        cell = run_paced(run, embedded)
    assert (measure_cell(cell).metrics["others_share"] or 0) > 0.2
    assert reasons(cell) == []


def test_a_producer_that_was_late_is_measured(run: Path, embedded: EmbeddedCluster) -> None:
    timers: list[threading.Timer] = []

    def pause(producer: RunningProgram) -> None:
        producer.pause()
        timers.append(threading.Timer(0.3, producer.resume))
        timers[0].start()

    cell = run_paced(run, embedded, ActingRunner(runner_on(embedded), pause))
    timers[0].join()
    assert (measure_cell(cell).metrics["lateness_p99"] or 0) > 50
    assert reasons(cell) == []


QUOTAS = {"baseline": 2.0, "quota-70": 0.7}
"""The quota of producers for each arm, as a share of the bytes that are offered."""


OFFERED = 250
"""Messages per second: few, so that brokers without a quota hold the rate also beside other tests."""


def run_under_quotas(folder: Path) -> MeasuredRun:
    """Cells of 4 s on a broker that delays a producer a second, not ten, after it exceeded its quota."""
    run, owner = folder / "runs" / "run-1", ProcessIdentity.of(os.getpid())
    constants = {"rate": OFFERED, "messages": 4 * OFFERED, "message_bytes": 1024, "replication": 1}
    arms, settings = {name: Arm() for name in QUOTAS}, {"quota.window.num": "2"}
    plan = make_plan({"semantics": ["at-least-once"]}, 4, arms=arms, constants=constants)
    write_plan(run, plan)
    cluster = start(ClusterRequest(folder / "cluster", DEFAULT_RELEASE, owner, settings), brokers=1)
    try:
        for cell in plan.cells:
            limit_producers(cluster.access.bootstrap, QUOTAS[cell.arm] * OFFERED * 1024)
            run_cell(run, plan, cell, cluster, runner_on(cluster))
    finally:
        cluster.stop()
    write_results(run, [measure_cell(run / "cells" / cell.id) for cell in plan.cells], (), plan)
    return read_measured_run(run)


@pytest.mark.starts_brokers
def test_a_broker_that_slows_its_producers_is_a_regression(tmp_path: Path) -> None:
    clauses = regressions(run_under_quotas(tmp_path), "quota-70")
    assert any(clause.startswith("does not hold the rate of at-least-once, ") for clause in clauses)
