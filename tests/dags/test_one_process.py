import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from include.cli.local_airflow.environment import Secrets, environment
from include.machine.folders import ROOT
from include.machine.processes.identity import ProcessIdentity, end_all
from include.machine.processes.wait_until import wait_until

pytestmark = pytest.mark.airflow

TIMEOUT_SECONDS = 600.0

CONNECTION, PASSWORD = "stored", "do-not-print-me"

DAG = """
import os
import signal
from datetime import UTC, datetime, timedelta
from pathlib import Path

from airflow.providers.standard.operators.hitl import HITLOperator
from airflow.sdk import Connection, dag, get_current_context, task
from airflow.sdk.exceptions import AirflowFailException, AirflowRescheduleException, AirflowSkipException

FOLDER = Path(os.environ["KERRAN_STATE"])


def note(text):
    with (FOLDER / "notes.txt").open("a") as notes:
        print(text, file=notes)


def attempt():
    return get_current_context()["ti"].try_number


@task
def plan():
    return list(range(12))  # more than ten, whose order as texts would be another one


@task
def start():
    note("start")
    first = get_current_context()["ti"].get_first_reschedule_date(get_current_context())
    if first is None:
        raise AirflowRescheduleException(datetime.now(UTC) + timedelta(seconds=1))


@task(
    retries=1,
    retry_delay=timedelta(0),
    execution_timeout=timedelta(seconds=3),
    on_failure_callback=lambda context: note(f"cell {context['ti'].map_index} alerts"),
)
def cell(number):
    note(f"cell {number}")
    if number == 2:
        raise AirflowFailException("broken")
    if number == 3:
        raise AirflowSkipException("nothing to do")
    if number == 4 and attempt() == 1:
        raise RuntimeError("try again")
    if number == 5 and attempt() == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 6 and attempt() == 1:
        signal.pause()
    if number == 7:
        connection = Connection.get("stored")
        assert connection.host == "brokers"
        print("printed", connection.password)
        raise RuntimeError(f"raised {connection.password}")


@task
def stop():
    note("stop")


@task(trigger_rule="none_failed")
def report():
    note("report")


@dag(schedule=None)
def ends():
    before, after = start().as_setup(), report()
    stopped = stop().as_teardown(setups=before)
    before >> cell.expand(number=plan()) >> stopped >> after


@task
def wait(number):
    note(f"wait {number} {os.getpid()}")
    signal.pause()


@dag(schedule=None)
def waits():
    wait.expand(number=plan())


@task
def fails():
    raise AirflowFailException("broken")


@task
def follows(number):
    note(f"follows {number}")


@dag(schedule=None)
def chain():
    fails() >> follows(1) >> follows(2) >> follows(3)


@dag(schedule=None)
def asks():
    HITLOperator(task_id="ask", subject="Go on?", options=["Yes", "No"])
"""


@dataclass(frozen=True)
class Sandbox:
    """An Airflow of its own, with a database."""

    folder: Path

    @cached_property
    def variables(self) -> dict[str, str]:
        return {
            **environment(Secrets()),
            "KERRAN_STATE": str(self.folder),
            "AIRFLOW_HOME": str(self.folder / "airflow"),
            "AIRFLOW__CORE__DAGS_FOLDER": str(self.folder / "dags"),
            "AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{self.folder}/airflow/airflow.db",
            "AIRFLOW__LOGGING__BASE_LOG_FOLDER": str(self.folder / "airflow" / "logs"),
        }

    def airflow(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "airflow", *arguments]
        subprocess.run(command, env=self.variables, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)

    def begin(self, dag: str, name: str) -> "subprocess.Popen[bytes]":
        """Start the process for a DAG run."""
        (self.folder / "dags" / f"{dag}.py").write_text(f"{DAG}\n\n{dag}()\n")
        (self.folder / "airflow" / "outcome.json").unlink(missing_ok=True)
        request = {"dag": dag, "name": name, "parameters": {}}
        (self.folder / "airflow" / "request.json").write_text(json.dumps(request))
        command = [sys.executable, "-m", "dags.wiring.one_process"]
        with (self.folder / "process.log").open("wb") as log:
            return subprocess.Popen(command, env=self.variables, cwd=ROOT, stdout=log, stderr=log)

    def outcome(self) -> Any:
        file = self.folder / "airflow" / "outcome.json"
        return json.loads(file.read_text()) if file.exists() else None

    def notes(self) -> list[str]:
        file = self.folder / "notes.txt"
        return file.read_text().splitlines() if file.exists() else []

    def rows(self, query: str, *values: str) -> list[Any]:
        with sqlite3.connect(self.folder / "airflow" / "airflow.db") as database:
            return database.execute(query, values).fetchall()

    def log(self) -> str:
        return (self.folder / "process.log").read_text()


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    sandbox = Sandbox(tmp_path_factory.mktemp("one-process"))
    (sandbox.folder / "dags").mkdir()
    sandbox.airflow("db", "migrate")
    values = ("--conn-type", "http", "--conn-host", "brokers", "--conn-password", PASSWORD)
    sandbox.airflow("connections", "add", CONNECTION, *values)
    return sandbox


@pytest.fixture(scope="module")
def ended(sandbox: Sandbox) -> Sandbox:
    """A DAG run with every kind of end has ended."""
    assert sandbox.begin("ends", "ended").wait(TIMEOUT_SECONDS) == 0, sandbox.log()
    return sandbox


def states(sandbox: Sandbox, task: str) -> list[tuple[str, int]]:
    of_task = "SELECT state, try_number FROM task_instance WHERE run_id = 'ended' AND task_id = ?"
    return sandbox.rows(f"{of_task} ORDER BY map_index", task)


def test_mapped_tasks_run_in_their_order_and_each_is_tried_again_at_once(ended: Sandbox) -> None:
    cells = [note.split()[1] for note in ended.notes() if note.startswith("cell") and "alerts" not in note]
    assert cells == ["0", "1", "2", "3", "4", "4", "5", "5", "6", "6", "7", "7", "8", "9", "10", "11"]


def test_a_failed_task_is_reported_with_its_log_and_stops_no_other(ended: Sandbox) -> None:
    assert states(ended, "cell")[2] == ("failed", 1)
    assert states(ended, "cell")[8:] == [("success", 1)] * 4
    names = {"dag": "ends", "dag_run": "ended", "task": "cell"}
    failed = [{**names, "map_index": 2, "attempt": 1}, {**names, "map_index": 7, "attempt": 2}]
    assert ended.outcome() == {"is_success": False, "failed": failed}
    folder = ended.folder / "airflow/logs/dag_id=ends/run_id=ended/task_id=cell/map_index=2"
    assert "AirflowFailException" in (folder / "attempt=1.log").read_text()


def test_a_skipped_task_is_not_tried_again(ended: Sandbox) -> None:
    assert states(ended, "cell")[3] == ("skipped", 1)


def test_a_task_with_an_error_a_killed_one_and_a_late_one_are_tried_again(ended: Sandbox) -> None:
    assert states(ended, "cell")[4:7] == [("success", 2)] * 3


def test_a_rescheduled_task_waits_and_begins_again(ended: Sandbox) -> None:
    assert [note for note in ended.notes() if note == "start"] == ["start"] * 2
    assert states(ended, "start") == [("success", 1)]


def test_the_teardown_runs_after_a_failure_and_before_what_follows(ended: Sandbox) -> None:
    assert ended.notes()[-2:] == ["stop", "report"]


def test_the_callback_of_a_failed_task_runs_once(ended: Sandbox) -> None:
    assert [note for note in ended.notes() if "alerts" in note] == ["cell 2 alerts", "cell 7 alerts"]


def test_a_connection_of_the_database_is_found_and_its_password_is_in_no_log(ended: Sandbox) -> None:
    folder = ended.folder / "airflow/logs/dag_id=ends/run_id=ended/task_id=cell/map_index=7"
    log = (folder / "attempt=2.log").read_text()
    assert "printed ***" in log
    assert "raised ***" in log
    assert PASSWORD not in log + ended.log()


def test_tasks_that_follow_a_failed_one_do_not_run_and_the_run_ends(sandbox: Sandbox) -> None:
    assert sandbox.begin("chain", "chained").wait(TIMEOUT_SECONDS) == 0, sandbox.log()
    failed = {"dag": "chain", "dag_run": "chained", "task": "fails", "map_index": -1, "attempt": 1}
    assert sandbox.outcome() == {"is_success": False, "failed": [failed]}
    assert not [note for note in sandbox.notes() if note.startswith("follows")]


@pytest.fixture
def waiting(sandbox: Sandbox) -> Iterator[tuple["subprocess.Popen[bytes]", ProcessIdentity]]:
    """The process of a DAG run, and the process of its first task."""
    before = len(sandbox.notes())
    process = sandbox.begin("waits", "waiting")
    wait_until(lambda: len(sandbox.notes()) > before, TIMEOUT_SECONDS, lambda: "no task began")
    yield process, ProcessIdentity.of(int(sandbox.notes()[-1].split()[2]))
    process.kill()
    process.wait()


def runs(sandbox: Sandbox) -> list[tuple[str, str]]:
    return sandbox.rows("SELECT run_id, state FROM dag_run WHERE dag_id = 'waits' ORDER BY id")


def test_a_process_that_is_asked_to_end_begins_no_further_task(sandbox: Sandbox, waiting: Any) -> None:
    process, _task = waiting
    process.send_signal(signal.SIGTERM)
    assert process.wait(TIMEOUT_SECONDS) == 0, sandbox.log()
    assert sandbox.notes()[-1].startswith("wait 0")
    assert (runs(sandbox), sandbox.outcome()) == ([("waiting", "failed")], None)


def test_tasks_end_with_a_killed_process_whose_dag_run_fails_when_the_next_begins(
    sandbox: Sandbox, waiting: Any
) -> None:
    process, task = waiting
    process.kill()
    wait_until(lambda: not task.alive(), TIMEOUT_SECONDS, lambda: "the task goes on")
    assert runs(sandbox)[-1] == ("waiting.2", "running")
    next_process = sandbox.begin("waits", "waiting")
    wait_until(lambda: len(runs(sandbox)) == 3, TIMEOUT_SECONDS, lambda: "there is no next run")
    assert runs(sandbox)[1:] == [("waiting.2", "failed"), ("waiting.3", "running")]
    end_all(lambda: [ProcessIdentity.of(next_process.pid)] if next_process.poll() is None else [])


def test_a_dag_run_that_waits_for_a_person_fails(sandbox: Sandbox) -> None:
    assert sandbox.begin("asks", "asking").wait(TIMEOUT_SECONDS) == 1
    assert "none of its tasks can run" in sandbox.log()
    assert sandbox.rows("SELECT state FROM dag_run WHERE dag_id = 'asks'") == [("failed",)]


def test_a_file_that_cannot_be_imported_is_named(sandbox: Sandbox) -> None:
    process = sandbox.begin("no_dag", "x")
    assert process.wait(TIMEOUT_SECONDS) == 1
    assert f"{sandbox.folder}/dags/no_dag.py has no DAG no_dag. " in sandbox.log()
