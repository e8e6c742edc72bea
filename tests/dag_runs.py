"""DAG runs of an Airflow that tests have started."""

from dataclasses import dataclass
from typing import Any

import httpx

from include.cli.local_airflow.api import Api, wait_for


@dataclass(frozen=True)
class TaskRun:
    """A task instance of a DAG run. ``map_index`` is -1 if the task is not mapped."""

    task: str
    map_index: int
    state: str | None
    attempt: int


class DagRunsApi(Api):
    """The part of Airflow's REST API that is about DAG runs."""

    def trigger(self, dag: str, run_id: str, parameters: dict[str, Any]) -> str:
        """Start a DAG run, and return its name."""
        body = {"logical_date": None, "conf": parameters, "dag_run_id": run_id}
        answer = self._change("POST", f"/api/v2/dags/{dag}/dagRuns", body).raise_for_status()
        return str(answer.json()["dag_run_id"])

    def state(self, dag: str, dag_run: str) -> str:
        return str(self._get(f"/api/v2/dags/{dag}/dagRuns/{dag_run}")["state"])

    def states(self, dag: str) -> dict[str, str]:
        """The states of the latest hundred DAG runs of a DAG, by the names of the DAG runs."""
        runs = self._get(f"/api/v2/dags/{dag}/dagRuns", order_by="-id", limit=100)["dag_runs"]
        return {dag_run["dag_run_id"]: dag_run["state"] for dag_run in runs}

    def task_runs(self, dag: str, dag_run: str) -> list[TaskRun]:
        """The task instances of a DAG run, a hundred at most."""
        tasks = self._get(f"/api/v2/dags/{dag}/dagRuns/{dag_run}/taskInstances", limit=100)["task_instances"]
        return [
            TaskRun(task["task_id"], task["map_index"], task["state"], task["try_number"]) for task in tasks
        ]

    def _get(self, path: str, **parameters: Any) -> Any:
        answer: httpx.Response = self._client.get(path, params=parameters)
        return answer.raise_for_status().json()


def state_at_end(api: DagRunsApi, dag: str, dag_run: str, timeout_seconds: float) -> str:
    """Wait until a DAG run has ended, and return its state."""
    late = f"The DAG run {dag_run} did not end"
    wait_for(lambda: api.state(dag, dag_run) in {"success", "failed"}, lambda: None, timeout_seconds, late)
    return api.state(dag, dag_run)
