"""Who may read reports, by Airflow's login and permissions, and which run a DAG run planned."""

import json

from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity
from airflow.api_fastapi.core_api.security import requires_access_dag
from airflow.models.xcom import XComModel
from airflow.utils.session import create_session

from include.web.access import Access

DAG = "delivery_sweep"
"""Who may read the runs of this DAG may read the results of all runs: they are in one folder."""

PLAN_TASK, RUN_KEY = "plan", "run"
"""The task that plans a run, and the key under which it pushes the name of the run."""


def airflow_access() -> Access:
    """Airflow's login and permissions."""
    return Access(
        runs=requires_access_dag("GET", DagAccessEntity.RUN, DAG),
        dag_run=requires_access_dag("GET", DagAccessEntity.RUN),
        run_of=run_of,
    )


def run_of(dag: str, dag_run: str) -> str | None:
    """The name of the run that a DAG run planned; None if it planned none."""
    query = XComModel.get_many(key=RUN_KEY, run_id=dag_run, dag_ids=dag, task_ids=PLAN_TASK)
    with create_session() as session:
        pushed = session.execute(query.with_only_columns(XComModel.value)).first()
    return _text(pushed.value) if pushed else None


def _text(value: object) -> str | None:
    """The text of an XCom, which the database has as JSON."""
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return None
    return read if isinstance(read, str) else None
