"""DAG runs of an Airflow that tests have started."""

from include.local_airflow.api import Api, wait_for


def state_at_end(api: Api, dag: str, dag_run: str, timeout_seconds: float) -> str:
    """Wait until a DAG run has ended, and return its state."""
    late = f"The DAG run {dag_run} did not end"
    wait_for(lambda: api.state(dag, dag_run) in {"success", "failed"}, lambda: None, timeout_seconds, late)
    return api.state(dag, dag_run)
