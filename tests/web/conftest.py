"""The pages of a folder of runs, for a reader who may read everything and one who may read nothing."""

from pathlib import Path

import pytest
from fastapi import HTTPException
from fastapi.testclient import TestClient

from include import folders
from include.web.access import PageAccess
from include.web.app import create_app

PLANNED = {("delivery_sweep", "manual__1"): "cost-1", ("delivery_sweep", "hostile"): "../../etc"}


def permitted() -> None:
    """Permit everything."""


def refused() -> None:
    """Refuse everything."""
    raise HTTPException(401)


def planned(dag: str, dag_run: str) -> str | None:
    return PLANNED.get((dag, dag_run))


def login(page: str) -> str:
    return f"/login?next={page}"


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs."""
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setattr(folders, "RUNS", folder)
    return folder


@pytest.fixture(scope="session")
def client() -> TestClient:
    """A reader who may read everything."""
    return TestClient(create_app(PageAccess(permitted, permitted, planned, login)))


@pytest.fixture(scope="session")
def stranger() -> TestClient:
    """A reader who may read nothing."""
    return TestClient(create_app(PageAccess(refused, refused, planned, login)))
