import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from typing import Any

import httpx
import pytest

from include.cli.local_airflow.api import wait_for
from include.machine.folders import ROOT
from include.report.publish import publish
from tests.install.plain_airflow import airflow, running, settings
from tests.report.sections.test_comparison import compared

pytestmark = [pytest.mark.airflow, pytest.mark.runs]

DAG = """\
from airflow.sdk import dag

from dags.wiring import parameters
from dags.wiring.accept_regression import AcceptRegression
from dags.wiring.run_tasks import check_verdict


@dag(
    schedule=None,
    is_paused_upon_creation=False,
    params={"run": "", parameters.ACCEPT_WITHIN_HOURS: parameters.accept_within_hours()},
)
def judged():
    asked = AcceptRegression(task_id="accept_regression", run_name="{{ params.run }}")
    asked >> check_verdict("{{ params.run }}")


judged()
"""
"""The end of a DAG that compares a candidate with a baseline."""

USER, PASSWORD = "mia", "of the test"
TIMEOUT_SECONDS = 300.0
"""The time limit for each step of Airflow. A busy machine needs up to two minutes for one."""


@dataclass(frozen=True)
class Judging:
    """A running Airflow, seen by one of its users, and the runs that it judges."""

    runs: Path
    client: httpx.Client

    def judge(self, run: str, hours: float | None) -> None:
        """Start a DAG run, which has the name of the run."""
        conf = {"run": run, "accept_within_hours": hours}
        body = {"dag_run_id": run, "logical_date": None, "conf": conf}
        self.client.post("/api/v2/dags/judged/dagRuns", json=body).raise_for_status()

    def question(self, run: str) -> dict[str, Any]:
        """The question of a run, once a person can answer it.

        It waits for a round of the scheduler: Airflow fails a task that is answered before it sees it wait.
        """
        expect(lambda: self._is_open(run), f"{run}: no question is open")
        moment = datetime.now(UTC) + timedelta(seconds=2)  # a person reads the question
        expect(lambda: self._heartbeat() > moment, "the scheduler did nothing")
        return self.client.get(self._path(run)).json()  # type: ignore[no-any-return]

    def answer(self, run: str, choice: str, reason: str) -> None:
        """Answer the question as the form of Airflow's pages does."""
        answer = {"chosen_options": [choice], "params_input": {"reason": reason}}
        self.client.patch(self._path(run), json=answer).raise_for_status()

    def states(self, run: str) -> dict[str, str]:
        """The states of a DAG run, once it has ended, and of its tasks."""
        dag_run = f"/api/v2/dags/judged/dagRuns/{run}"

        def state() -> str:
            return str(self.client.get(dag_run).json()["state"])

        expect(lambda: state() in ("success", "failed"), f"{run} did not end")
        tasks = self.client.get(f"{dag_run}/taskInstances").json()["task_instances"]
        return {"dag_run": state(), **{task["task_id"]: task["state"] for task in tasks}}

    def pushed(self, run: str) -> list[str]:
        """The sentences that are sent with the question."""
        path = f"/api/v2/dags/judged/dagRuns/{run}/taskInstances/accept_regression/xcomEntries/reasons"
        return self.client.get(path, params={"deserialize": True}).json()["value"]  # type: ignore[no-any-return]

    def _is_open(self, run: str) -> bool:
        question = self.client.get(self._path(run))
        state = self.client.get(self._path(run).removesuffix("/-1/hitlDetails")).json().get("state")
        return question.is_success and not question.json()["response_received"] and state == "awaiting_input"

    def _heartbeat(self) -> datetime:
        scheduler = self.client.get("/api/v2/monitor/health").json()["scheduler"]
        return datetime.fromisoformat(scheduler["latest_scheduler_heartbeat"])

    @staticmethod
    def _path(run: str) -> str:
        return f"/api/v2/dags/judged/dagRuns/{run}/taskInstances/accept_regression/-1/hitlDetails"


@pytest.fixture(scope="module")
def judging(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judging]:
    """An Airflow without a triggerer, and published runs whose candidate is worse."""
    home = tmp_path_factory.mktemp("airflow")
    worse = Path(str(compared(0.8).folder))
    publish(worse)
    for name in ("accepted", "rejected", "forgotten", "unasked"):
        copytree(worse, home / "runs" / name)
    (home / "bundle").mkdir()
    (home / "bundle" / "judged.py").write_text(DAG)
    (home / "passwords.json").write_text(json.dumps({USER: PASSWORD}))
    environment = Path(sys.prefix)
    variables = {
        **settings(environment, home),
        "PYTHONPATH": str(ROOT),
        "KERRAN_RUNS": str(home / "runs"),
        "AIRFLOW__CORE__DAGS_FOLDER": str(home / "bundle"),
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "False",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": f"{USER}:user",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(home / "passwords.json"),
        "AIRFLOW__WORKERS__EXECUTION_API_TIMEOUT": "60",
        "AIRFLOW__SCHEDULER__TRIGGER_TIMEOUT_CHECK_INTERVAL": "1",
    }
    airflow(environment, variables, "db", "migrate")
    with running(environment, variables, home), httpx.Client(timeout=TIMEOUT_SECONDS) as client:
        client.base_url = variables["AIRFLOW__API__BASE_URL"]
        expect(lambda: answers(client), "Airflow's API server did not answer")
        login = client.post("/auth/token", json={"username": USER, "password": PASSWORD}).raise_for_status()
        client.headers["Authorization"] = f"Bearer {login.json()['access_token']}"
        expect(lambda: client.get("/api/v2/dags/judged").is_success, "the DAG is not read")
        yield Judging(home / "runs", client)


def expect(condition: Callable[[], bool], missing: str) -> None:
    """Wait until the condition holds; ``missing`` says what did not happen."""
    wait_for(condition, lambda: None, TIMEOUT_SECONDS, missing)


def answers(client: httpx.Client) -> bool:
    """Whether the API of the tasks answers; its first answer takes longer than that of the other."""
    try:
        return client.get("/execution/health").is_success
    except httpx.ConnectError:
        return False


def test_an_accepted_regression_is_kept_with_name_and_reason_and_ends_well(judging: Judging) -> None:
    judging.judge("accepted", 1)
    question = judging.question("accepted")
    assert question["options"] == ["Accept", "Reject"]
    assert "Candidate (4.2.0) is worse (lower) in end-to-end throughput" in question["body"]
    assert "[The report](/plugin/kerran/kerran/runs/accepted/report/index.html)" in question["body"]
    actions = "/dags/judged/runs/accepted/tasks/accept_regression/required_actions"
    assert actions in judging.pushed("accepted")[-1]

    judging.answer("accepted", "Accept", "  ")
    judging.question("accepted")  # an empty reason is refused: the question is open again
    assert not (judging.runs / "accepted" / "results" / "acceptance.json").exists()

    judging.answer("accepted", "Accept", "Durability is worth it.")
    assert set(judging.states("accepted").values()) == {"success"}
    kept = json.loads((judging.runs / "accepted" / "results" / "acceptance.json").read_text())
    assert (kept["by"], kept["reason"]) == (USER, "Durability is worth it.")
    assert f"was accepted by {USER} on " in (judging.runs / "accepted" / "report" / "report.md").read_text()


def test_a_regression_that_a_person_rejects_fails_the_dag_run(judging: Judging) -> None:
    judging.judge("rejected", 1)
    judging.question("rejected")
    judging.answer("rejected", "Reject", "")
    states = {"dag_run": "failed", "accept_regression": "success", "check_verdict": "failed"}
    assert judging.states("rejected") == states


@pytest.mark.parametrize(
    ("run", "hours", "state"), [("forgotten", 0.002, "success"), ("unasked", None, "skipped")]
)
def test_what_nobody_answers_in_time_or_is_asked_about_is_rejected(
    judging: Judging, run: str, hours: float | None, state: str
) -> None:
    judging.judge(run, hours)
    states = {"dag_run": "failed", "accept_regression": state, "check_verdict": "failed"}
    assert judging.states(run) == states
    assert not (judging.runs / run / "results" / "acceptance.json").exists()
