"""The pages of a folder of runs, for readers who may read everything, the runs of one DAG, or nothing."""

from pathlib import Path

import pytest
from fastapi import HTTPException
from fastapi.testclient import TestClient

from include import folders
from include.web.access import PageAccess, Reader
from include.web.app import create_app

PLANNED = {("run_experiment", "manual__1"): "cost-1", ("run_experiment", "hostile"): "../../etc"}


def permitted() -> Reader:
    return Reader(frozenset(), reads_all=True)


def permitted_releases() -> Reader:
    return Reader(frozenset({"kafka_releases"}), reads_all=False)


def refused() -> Reader:
    raise HTTPException(401)


def planned(dag: str, dag_run: str) -> str | None:
    return PLANNED.get((dag, dag_run))


def login(page: str) -> str:
    return f"/login?next={page}"


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setattr(folders, "RUNS", folder)
    return folder


@pytest.fixture(scope="session")
def client() -> TestClient:
    """A reader who may read everything."""
    return TestClient(create_app(PageAccess(permitted, permitted, planned, login)))


@pytest.fixture(scope="session")
def releases_reader() -> TestClient:
    """A reader who may read the runs of the DAG kafka_releases only."""
    return TestClient(create_app(PageAccess(permitted_releases, permitted, planned, login)))


@pytest.fixture(scope="session")
def stranger() -> TestClient:
    """A reader who may read nothing."""
    return TestClient(create_app(PageAccess(refused, refused, planned, login)))
