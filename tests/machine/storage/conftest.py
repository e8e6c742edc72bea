"""One S3 server for all tests; a runs folder of its own for each."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from include.machine import folders
from include.machine.storage.object_store import S3
from include.machine.storage.path import AnyPath, path_of
from tests.machine.storage.server import BUCKET, Server, running

Connect = Callable[[dict[str, str]], None]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connect]:
    """Use storage as that environment says; nothing of the tests' own one is left."""
    for name in ("AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)

    def connect(environment: dict[str, str]) -> None:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        S3.clear_instance_cache()

    yield connect
    S3.clear_instance_cache()


@pytest.fixture
def runs(server: Server, connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AnyPath:
    """Where the test's runs are kept: below a prefix that no other test has."""
    connect(server.environment())
    runs = path_of(f"s3://{BUCKET}/{tmp_path.name}/runs")
    monkeypatch.setattr(folders, "RUNS", runs)
    monkeypatch.setattr(folders, "STATE", tmp_path / "state")
    return runs
