import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from include.cli.local_airflow import dag_run, service
from include.cli.local_airflow.dag_run import (
    DagRunOutcome,
    DagRunRequest,
    FailedTaskRun,
    OneProcessAirflow,
    read_request,
    write_outcome,
)
from include.cli.local_airflow.environment import Secrets
from include.machine.errors import AirflowError
from include.machine.processes.guardian import Guardian

REQUEST = DagRunRequest("run_experiment", "first", {"run": "first"})


@pytest.fixture
def guardian() -> Iterator[Guardian]:
    guardian = Guardian()
    yield guardian
    guardian.dismiss()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of requests, outcomes and logs. The database of Airflow is not needed."""
    for module, name, file in (
        (dag_run, "REQUEST", "request.json"),
        (dag_run, "OUTCOME", "outcome.json"),
        (service, "LOGS", ""),
    ):
        monkeypatch.setattr(module, name, tmp_path / file)
    monkeypatch.setattr(service, "own_secrets", Secrets)
    monkeypatch.setattr(service, "is_current", lambda: True)
    return tmp_path


def process_that(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dag_run, "COMMAND", [sys.executable, "-c", code])


@pytest.mark.parametrize("is_success", [True, False])
def test_a_dag_run_ends_with_its_failed_tasks_unless_it_succeeds(
    guardian: Guardian, folder: Path, monkeypatch: pytest.MonkeyPatch, is_success: bool
) -> None:
    failed = [FailedTaskRun("run_experiment", "first", "run_cell", 3, 2)]
    write_outcome(DagRunOutcome(is_success, failed))
    outcome = (folder / "outcome.json").read_text()
    process_that(f"open({str(folder / 'outcome.json')!r}, 'w').write({outcome!r})", monkeypatch)
    look = Mock()
    assert OneProcessAirflow(guardian, print).run(REQUEST, look) == (None if is_success else failed)
    assert read_request() == REQUEST
    assert look.called


def test_a_process_that_ends_early_is_an_error_with_the_end_of_its_log(
    guardian: Guardian, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_outcome(DagRunOutcome(True, []))  # of an earlier DAG run
    process_that("raise SystemExit('no memory is left')", monkeypatch)
    with pytest.raises(AirflowError, match="no memory is left"):
        OneProcessAirflow(guardian, print).run(REQUEST, Mock())


def test_the_end_of_the_guardian_is_an_error(
    guardian: Guardian, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process_that("import signal; signal.pause()", monkeypatch)
    with pytest.raises(AirflowError, match="The guardian process was killed"):
        OneProcessAirflow(guardian, print).run(REQUEST, guardian.dismiss)
