"""The part of Airflow's REST API that the start of Airflow uses."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx

from include.cli.local_airflow.environment import USER

REQUEST_TIMEOUT_SECONDS = 300.0
"""The time-out of a request. It is long, because the brokers may keep the whole machine busy."""

START_TIMEOUT_SECONDS = 600.0
"""Time for the API server, and then for the DAG: 38 s of two cores, ten times as much on a busy machine."""

POLL_SECONDS = 0.2
"""The time between two requests while Kerran waits for Airflow."""


class Api:
    """Airflow's REST API, called with the login of Airflow's only user."""

    def __init__(self, url: str, password: str) -> None:
        self.url = url
        self._password = password
        self._began = datetime.now(UTC)
        self._client = httpx.Client(base_url=url, timeout=REQUEST_TIMEOUT_SECONDS)

    def wait_until_ready(
        self, dag: str, check_alive: Callable[[], None], timeout_seconds: float = START_TIMEOUT_SECONDS
    ) -> None:
        """Wait until the API server answers, and Airflow has read the present version of the DAG.

        ``check_alive`` is called repeatedly; it may raise an error that ends the wait. ``timeout_seconds`` is
        the maximum wait for each of the two conditions.
        """
        wait_for(self._answers, check_alive, timeout_seconds, "Airflow's API server did not answer")
        self.log_in()
        wait_for(
            lambda: self._has_read(dag), check_alive, timeout_seconds, f"Airflow did not read the DAG {dag}"
        )

    def fail_interrupted_runs(self, dag: str) -> None:
        """Fail the DAG runs that a killed Airflow left unfinished, and cancel unfinished backfills.

        Airflow would continue these DAG runs, and the next DAG run would have to wait. The teardown tasks of
        failed DAG runs still run.
        """
        for backfill in self.unfinished_backfills(dag):
            self._change("PUT", f"/api/v2/backfills/{backfill}/cancel")
        runs = f"/api/v2/dags/{dag}/dagRuns"
        answer = self._client.get(runs, params={"state": ["running", "queued"]}).raise_for_status()
        for dag_run in answer.json()["dag_runs"]:
            self._change("PATCH", f"{runs}/{dag_run['dag_run_id']}", {"state": "failed"})

    def unfinished_backfills(self, dag: str) -> list[int]:
        """The ids of a DAG's backfills not marked as complete. Airflow updates the marks twice a minute."""
        parameters = {"dag_id": dag, "order_by": "-id"}
        answer = self._client.get("/api/v2/backfills", params=parameters).raise_for_status()
        return [backfill["id"] for backfill in answer.json()["backfills"] if backfill["completed_at"] is None]

    def log_in(self) -> None:
        """Log in as Airflow's only user."""
        credentials = {"username": USER, "password": self._password}
        answer = self._client.post("/auth/token", json=credentials).raise_for_status()
        self._client.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    def _change(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Send a request for a change, repeat it while the server fails, and return the answer.

        Airflow fails if SQLite stays locked for five seconds.
        """
        deadline = time.monotonic() + REQUEST_TIMEOUT_SECONDS
        while True:
            answer = self._client.request(method, path, json=body)
            if answer.status_code == httpx.codes.CONFLICT:
                return answer
            if not answer.is_server_error or time.monotonic() > deadline:
                return answer.raise_for_status()
            time.sleep(POLL_SECONDS)

    def _answers(self) -> bool:
        """Whether the API for tasks answers. The first answer takes seconds, and must not delay a task."""
        try:
            return self._client.get("/execution/health").is_success
        except httpx.ConnectError:
            return False

    def _has_read(self, dag: str) -> bool:
        answer = self._client.get(f"/api/v2/dags/{dag}")
        if answer.status_code == httpx.codes.NOT_FOUND:
            return False
        parsed = answer.raise_for_status().json()["last_parsed_time"]
        return parsed is not None and datetime.fromisoformat(parsed) >= self._began


def wait_for(
    condition: Callable[[], bool], check_alive: Callable[[], None], timeout_seconds: float, missing: str
) -> None:
    """Wait until the condition is true. ``check_alive`` is called repeatedly, and may raise an error.

    Raises:
        TimeoutError: The condition is not true in time. The error message begins with the text in
            ``missing``.
    """
    deadline = time.monotonic() + timeout_seconds
    while not condition():
        check_alive()
        if time.monotonic() > deadline:
            raise TimeoutError(f"{missing} within {timeout_seconds:.0f} s")
        time.sleep(POLL_SECONDS)
