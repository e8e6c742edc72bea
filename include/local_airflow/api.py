"""What is asked of Airflow's REST API."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx

from include.local_airflow.secrets import USER

TIMEOUT = 120.0
"""Seconds for an answer. Long: the brokers may keep the whole machine busy."""

LOOK_AGAIN = 0.2
"""Seconds between two questions while waiting."""


@dataclass(frozen=True)
class TaskRun:
    """One task instance of a DAG run; ``map_index`` is -1 where the task isn't mapped.

    The name of a mapped one is left out: Airflow forgets it when the task is killed.
    """

    task: str
    map_index: int
    state: str | None
    attempt: int


class Api:
    """Airflow's REST API, logged in as its one user."""

    def __init__(self, url: str, password: str) -> None:
        self.url = url
        self._password = password
        self._began = datetime.now(UTC)
        self._client = httpx.Client(base_url=url, timeout=TIMEOUT)

    def wait_until_ready(self, dag: str, still_alive: Callable[[], None], patience: float = 120) -> None:
        """Wait until it answers and knows the DAG as it is now.

        ``still_alive`` is called all the while, and may raise.

        Raises:
            TimeoutError: it says what did not come.
        """
        wait_for(self._answers, still_alive, patience, "Airflow's API server did not answer")
        self.log_in()
        wait_for(lambda: self._knows(dag), still_alive, patience, f"Airflow did not read the DAG {dag}")

    def make_pool(self, name: str, slots: int) -> None:
        """Make a pool, where there is none of that name."""
        # A refused one would keep SQLite locked for seconds.
        if self._client.get(f"/api/v2/pools/{name}").status_code == httpx.codes.NOT_FOUND:
            self._insist("POST", "/api/v2/pools", {"name": name, "slots": slots})

    def fail_interrupted(self, dag: str) -> None:
        """Fail the DAG runs that were interrupted when an earlier Airflow was killed; end their backfills.

        Airflow would go on with them, and the next one would have to wait. Their teardown still runs.
        """
        for backfill in self.unfinished_backfills(dag):
            self._insist("PUT", f"/api/v2/backfills/{backfill}/cancel")
        runs = f"/api/v2/dags/{dag}/dagRuns"
        found = _content(self._client.get(runs, params={"state": ["running", "queued"]}))
        for one in found["dag_runs"]:
            self._insist("PATCH", f"{runs}/{one['dag_run_id']}", {"state": "failed"})

    def unfinished_backfills(self, dag: str) -> list[int]:
        """A DAG's backfills that Airflow has not seen end, by their ids; it looks twice a minute."""
        found = _content(self._client.get("/api/v2/backfills", params={"dag_id": dag, "order_by": "-id"}))
        return [one["id"] for one in found["backfills"] if one["completed_at"] is None]

    def trigger(self, dag: str, run_id: str, parameters: dict[str, Any], partition: str | None = None) -> str:
        """Start a DAG run named ``run_id``, or ``run_id.2`` and so on where that is taken; its name."""
        body: dict[str, Any] = {"logical_date": None, "conf": parameters, "partition_key": partition}
        for name in [run_id, *(f"{run_id}.{count}" for count in range(2, 10_000))]:
            answer = self._insist("POST", f"/api/v2/dags/{dag}/dagRuns", {**body, "dag_run_id": name})
            if answer.status_code != httpx.codes.CONFLICT:
                return str(_content(answer)["dag_run_id"])
        raise RuntimeError(f"{run_id}: all its names are taken")

    def state(self, dag: str, dag_run: str) -> str:
        """The DAG run's state.

        Raises:
            httpx.TimeoutException: no answer came within two minutes.
        """
        return str(_content(self._client.get(f"/api/v2/dags/{dag}/dagRuns/{dag_run}"))["state"])

    def states(self, dag: str) -> dict[str, str]:
        """The states of a DAG's latest hundred runs, by their names."""
        path = f"/api/v2/dags/{dag}/dagRuns"
        found = _content(self._client.get(path, params={"order_by": "-id", "limit": 100}))
        return {one["dag_run_id"]: one["state"] for one in found["dag_runs"]}

    def task_runs(self, dag: str, dag_run: str) -> list[TaskRun]:
        """All of a DAG run's task instances."""
        path = f"/api/v2/dags/{dag}/dagRuns/{dag_run}/taskInstances"
        found: list[TaskRun] = []
        while True:
            page = _content(self._client.get(path, params={"limit": 100, "offset": len(found)}))
            found += [_task_run(one) for one in page["task_instances"]]
            if len(found) >= page["total_entries"] or not page["task_instances"]:
                return found

    def _insist(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Ask for a change until it is made, or refused as it stands: the answer.

        Airflow itself gives up when SQLite is locked for five seconds.
        """
        deadline = time.monotonic() + TIMEOUT
        while True:
            answer = self._client.request(method, path, json=body)
            if answer.status_code == httpx.codes.CONFLICT:
                return answer
            if not answer.is_server_error or time.monotonic() > deadline:
                return answer.raise_for_status()
            time.sleep(LOOK_AGAIN)

    def _answers(self) -> bool:
        """Whether it answers; the tasks' own API is asked, which takes seconds to make its first answer.

        The first task would wait for it, and everybody else with it.
        """
        try:
            return self._client.get("/execution/health").is_success
        except httpx.ConnectError:
            return False

    def log_in(self) -> None:
        """Log in as its one user."""
        credentials = {"username": USER, "password": self._password}
        token = _content(self._client.post("/auth/token", json=credentials))["access_token"]
        self._client.headers["Authorization"] = f"Bearer {token}"

    def _knows(self, dag: str) -> bool:
        answer = self._client.get(f"/api/v2/dags/{dag}")
        if answer.status_code == httpx.codes.NOT_FOUND:
            return False
        parsed = _content(answer)["last_parsed_time"]
        return parsed is not None and datetime.fromisoformat(parsed) >= self._began


def _task_run(one: dict[str, Any]) -> TaskRun:
    return TaskRun(one["task_id"], one["map_index"], one["state"], one["try_number"])


def _content(answer: httpx.Response) -> dict[str, Any]:
    answer.raise_for_status()
    content: dict[str, Any] = answer.json()
    return content


def wait_for(
    until: Callable[[], bool], still_alive: Callable[[], None], patience: float, missing: str
) -> None:
    """Return once the condition holds; ``still_alive`` is called all the while, and may raise.

    Raises:
        TimeoutError: it didn't within ``patience`` seconds; ``missing`` says what did not come.
    """
    deadline = time.monotonic() + patience
    while not until():
        still_alive()
        if time.monotonic() > deadline:
            raise TimeoutError(f"{missing} within {patience:.0f} s")
        time.sleep(LOOK_AGAIN)
