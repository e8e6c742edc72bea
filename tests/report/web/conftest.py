"""The pages of a folder of runs, for readers who may read everything, the runs of one DAG, or nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import HTTPException
from fastapi.testclient import TestClient

from include.machine import folders
from include.report.web.access import PageAccess, Reader
from include.report.web.app import create_app

PLANNED = {("run_experiment", "manual__1"): "cost-1", ("run_experiment", "hostile"): "../../etc"}


def refused() -> Reader:
    raise HTTPException(401)


def client_of(reader: Callable[[], Reader]) -> TestClient:
    """A client whose requests are those of this reader."""
    access = PageAccess(reader, reader, lambda *run: PLANNED.get(run), lambda page: f"/login?next={page}")
    return TestClient(create_app(access))


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setattr(folders, "RUNS", folder)
    return folder


@pytest.fixture(scope="session")
def client() -> TestClient:
    """A reader who may read everything."""
    return client_of(lambda: Reader(frozenset(), reads_all=True))


@pytest.fixture(scope="session")
def releases_reader() -> TestClient:
    """A reader who may read the runs of the DAG kafka_releases only."""
    return client_of(lambda: Reader(frozenset({"kafka_releases"}), reads_all=False))


@pytest.fixture(scope="session")
def stranger() -> TestClient:
    """A reader who may read nothing."""
    return client_of(refused)
