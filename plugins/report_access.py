"""Who may read reports, by Airflow's login and permissions; and which run a DAG run planned."""

from http import HTTPStatus

from airflow.api_fastapi.app import get_auth_manager
from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity, DagDetails
from airflow.api_fastapi.core_api.security import GetUserDep, requires_access_dag
from airflow.models.dag import DagModel, DagTag
from airflow.models.xcom import XComModel
from airflow.utils.session import create_session
from fastapi import HTTPException
from sqlalchemy import select

from include.report.web.access import PageAccess, Reader
from plugins.report_app import login

TAG = "kerran"
"""The tag of the DAGs whose readers may read runs."""

PLAN_TASK, RUN_KEY = "plan", "run"
"""The task that plans a run, and the key under which it pushes the name of the run."""


def airflow_access() -> PageAccess:
    """Airflow's login and permissions."""
    return PageAccess(
        reader=reader,
        dag_run=requires_access_dag("GET", DagAccessEntity.RUN),
        run_of=run_of,
        login=login,
    )


def reader(user: GetUserDep) -> Reader:
    """The user, with the DAGs whose DAG runs Airflow lets the user read.

    Raises:
        HTTPException: The user may read no such DAG; the status is 403.
    """
    dags = tagged_dags()
    teams = DagModel.get_dag_id_to_team_name_mapping(sorted(dags))
    readable = frozenset(
        dag
        for dag in dags
        if get_auth_manager().is_authorized_dag(
            method="GET",
            access_entity=DagAccessEntity.RUN,
            details=DagDetails(id=dag, team_name=teams.get(dag)),
            user=user,
        )
    )
    if not readable:
        raise HTTPException(HTTPStatus.FORBIDDEN)
    return Reader(readable, reads_all=readable == dags)


def tagged_dags() -> frozenset[str]:
    """The ids of those DAGs of Kerran that Airflow has read."""
    with create_session() as session:
        return frozenset(session.scalars(select(DagTag.dag_id).where(DagTag.name == TAG)))


def run_of(dag: str, dag_run: str) -> str | None:
    """The name of the run that a DAG run planned; None if it planned none."""
    query = XComModel.get_many(key=RUN_KEY, run_id=dag_run, dag_ids=dag, task_ids=PLAN_TASK)
    with create_session() as session:
        row = session.execute(query.with_only_columns(XComModel.value)).first()
        value = XComModel.deserialize_value(row) if row else None
    return value if isinstance(value, str) else None
