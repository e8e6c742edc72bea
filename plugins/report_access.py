"""Who may read reports, by Airflow's login and permissions, and which run a DAG run planned."""

from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity
from airflow.api_fastapi.core_api.security import requires_access_dag
from airflow.models.xcom import XComModel
from airflow.utils.session import create_session

from include.web.access import PageAccess
from plugins.report_app import login

DAG = "delivery_sweep"
"""Who may read the runs of this DAG may read the results of all runs: they are in one folder."""

PLAN_TASK, RUN_KEY = "plan", "run"
"""The task that plans a run, and the key under which it pushes the name of the run."""


def airflow_access() -> PageAccess:
    """Airflow's login and permissions."""
    return PageAccess(
        runs=requires_access_dag("GET", DagAccessEntity.RUN, DAG),
        dag_run=requires_access_dag("GET", DagAccessEntity.RUN),
        run_of=run_of,
        login=login,
    )


def run_of(dag: str, dag_run: str) -> str | None:
    """The name of the run that a DAG run planned; None if it planned none."""
    query = XComModel.get_many(key=RUN_KEY, run_id=dag_run, dag_ids=dag, task_ids=PLAN_TASK)
    with create_session() as session:
        pushed = session.execute(query.with_only_columns(XComModel.value)).first()
        value = XComModel.deserialize_value(pushed) if pushed else None
    return value if isinstance(value, str) else None
