"""The extensions need an Airflow that knows them, and some of them its login and its database."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.airflow_home import make_home
from tests.report.web.conftest import runs

__all__ = ["runs"]

make_home()
os.environ["AIRFLOW__API_AUTH__JWT_SECRET"] = "tests" * 16
os.environ["AIRFLOW__CORE__AUTH_MANAGER"] = "tests.plugins.auth_manager.DagAuthManager"
Reader = Callable[[str | None], TestClient]
"""A client with the login of a user who has that role; without a login if it is None."""


@pytest.fixture(scope="session")
def database() -> Iterator[None]:
    """The tables of Airflow's database."""
    from airflow.models import import_all_models
    from airflow.models.base import Base
    from airflow.settings import get_engine

    import_all_models()  # type: ignore[no-untyped-call]
    engine = get_engine()  # type: ignore[no-untyped-call]
    Base.metadata.create_all(engine)
    put_tags("run_experiment", "kafka_releases", "compare_candidate")
    yield
    engine.dispose()


def put_tags(*dags: str) -> None:
    """Write that DAGs have Kerran's tag, as Airflow does when it has read their files."""
    from airflow.models.dag import DagTag
    from airflow.utils.session import create_session
    from sqlalchemy import insert, text

    with create_session() as session:
        session.execute(text("PRAGMA foreign_keys=OFF"))  # there are no DAGs
        session.execute(insert(DagTag), [{"dag_id": dag, "name": "kerran"} for dag in dags])


@pytest.fixture
def reader(database: None, runs: Path) -> Reader:
    """The pages as the plugin registers them, behind Airflow's login."""
    from airflow.api_fastapi.app import init_auth_manager
    from airflow.api_fastapi.auth.managers.simple.user import SimpleAuthManagerUser

    from plugins.report_app import PREFIX, ReportApp

    manager = init_auth_manager()
    server = FastAPI()
    server.mount(PREFIX, ReportApp())

    def reader(role: str | None) -> TestClient:
        client = TestClient(server, follow_redirects=False)
        if role is not None:
            token = manager.generate_jwt(SimpleAuthManagerUser(username="reader", role=role))
            client.cookies.set("_token", token)
        return client

    return reader
