import fcntl
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from include.cells.run_cell import BrokerHistory
from include.clusters.cluster import Access
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.errors import CellError, PlatformError, SubjectError
from include.machine.folders import ROOT
from include.plan.plan import read_plan
from include.rawlog.start_records import StartRecord
from include.settings.cell import ScenarioSettings
from include.tasks import cell, cluster
from include.tasks.failed_subjects import forget_failures
from include.tasks.planning import plan_run
from include.tasks.user_errors import TaskSkippedError
from tests.tasks.conftest import no_connection

CELL = "at-least-once.1024B.r01"


class WholeCluster:
    access = Access("nowhere:0")

    def check(self) -> None:
        pass


@pytest.fixture(autouse=True)
def whole_cluster(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmbeddedCluster, "attach", lambda *_: WholeCluster())
    plan_run("first", "quick", {})


def test_a_cell_is_given_plan_cluster_and_broker_start(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments: list[object] = []
    monkeypatch.setattr(cell, "run_until_measured", lambda *values: arguments.extend(values))
    (runs / "first" / "cluster").mkdir()
    (runs / "first" / "cluster" / "start.json").write_text('{"number": 1, "began": "2026-01-02T03:04:05Z"}')
    cell.run("first", CELL, no_connection)
    plan = read_plan(runs / "first")
    assert arguments[:3] == [runs / "first", plan, plan.cell(CELL)]
    assert isinstance(arguments[3], WholeCluster)
    began = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert arguments[5] == BrokerHistory(start=StartRecord(number=1, began=began))


def test_a_failed_cell_ends_its_task_and_without_a_cluster_with_what_to_clear(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell, "run_until_measured", Mock(side_effect=CellError("the producer was killed")))
    with pytest.raises(CellError, match="the producer was killed"):
        cell.run("first", CELL, no_connection)
    monkeypatch.setattr(EmbeddedCluster, "attach", Mock(side_effect=PlatformError("none runs")))
    with pytest.raises(PlatformError, match="Clear the task start_cluster"):
        cell.run("first", CELL, no_connection)


def test_cells_behind_the_first_that_misses_its_cluster_are_skipped_until_it_is_started_again(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(WholeCluster, "check", Mock(side_effect=PlatformError("broker 2 is gone")))
        with pytest.raises(PlatformError, match="broker 2 is gone"):
            cell.run("first", CELL, no_connection)
        with pytest.raises(TaskSkippedError, match="broker 2 is gone"):
            cell.run("first", "at-most-once.1024B.r01", no_connection)
    monkeypatch.setattr(startup, "start", lambda *_, **__: WholeCluster())
    monkeypatch.setattr(cluster, "_warm_up", lambda *_: None)
    monkeypatch.setattr(cluster, "_stop", lambda *_: None)
    monkeypatch.setattr(cell, "run_until_measured", lambda *_: None)
    cluster.start("first", no_connection)
    cell.run("first", "at-most-once.1024B.r01", no_connection)


def test_cells_of_an_application_that_never_works_are_skipped_until_the_brokers_are_started_again(
    runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "at-most-once.1024B.r01"
    monkeypatch.setattr(ScenarioSettings, "subject", property(lambda settings: settings.semantics))
    monkeypatch.setattr(cell, "run_until_measured", Mock(side_effect=SubjectError("it filters")))
    with pytest.raises(SubjectError, match="it filters"):
        cell.run("first", CELL, no_connection)
    with pytest.raises(TaskSkippedError, match="as this one would: it filters"):
        cell.run("first", CELL, no_connection)
    monkeypatch.setattr(cell, "run_until_measured", lambda *_: None)
    cell.run("first", other, no_connection)
    forget_failures(runs / "first" / "cluster")  # as each start of the brokers does
    cell.run("first", CELL, no_connection)


def test_no_other_cell_gets_in_while_one_runs(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def try_to_get_in(*_: object) -> None:
        with (runs / "first" / "cluster" / "cell.lock").open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    monkeypatch.setattr(cell, "run_until_measured", try_to_get_in)
    cell.run("first", CELL, no_connection)


def test_a_cell_that_is_asked_to_end_cleans_up(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cleaned_up: list[bool] = []

    def be_asked(*_: object) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            cleaned_up.append(True)

    monkeypatch.setattr(cell, "run_until_measured", be_asked)
    with pytest.raises(SystemExit, match="asked to end"):
        cell.run("first", CELL, no_connection)
    assert cleaned_up == [True]


@pytest.mark.slow
def test_the_process_whose_forks_run_cells_imports_what_cells_find_by_name() -> None:
    modules = ("clusters.embedded.backend", "clients.librdkafka.launch", "scenarios.delivery.workload")
    code = (
        "import sys; from include.plan.load import load; from include.plan.planning import make_plan; "
        "from include.tasks.cell import import_modules_for; "
        "import_modules_for(make_plan(load('cost'), 'a')); "
        f"print(*(name for name in {modules} if f'include.{{name}}' in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert tuple(done.stdout.split()) == modules
