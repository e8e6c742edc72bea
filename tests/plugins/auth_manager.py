"""An auth manager for tests, whose users have rights on single DAGs."""

from typing import Any

from airflow.api_fastapi.auth.managers.models.resource_details import DagAccessEntity, DagDetails
from airflow.api_fastapi.auth.managers.simple.simple_auth_manager import (
    SimpleAuthManager,
    SimpleAuthManagerRole,
)
from airflow.api_fastapi.auth.managers.simple.user import SimpleAuthManagerUser


class DagAuthManager(SimpleAuthManager):
    """A user whose role is the id of a DAG may read the runs of that DAG; other roles are Airflow's."""

    def is_authorized_dag(
        self,
        *,
        method: Any,
        user: SimpleAuthManagerUser,
        access_entity: DagAccessEntity | None = None,
        details: DagDetails | None = None,
    ) -> bool:
        """Whether the user may do that with a DAG."""
        if not user.role or user.role.upper() in SimpleAuthManagerRole.__members__:
            return super().is_authorized_dag(
                method=method, user=user, access_entity=access_entity, details=details
            )
        is_reading = bool(method == "GET" and access_entity is DagAccessEntity.RUN)
        return is_reading and details is not None and details.id == user.role
