"""What tests of many folders share: brokers are started once for all of them."""

import os
from collections.abc import Iterator

import pytest

from include.clusters import compose
from include.clusters.compose_cluster import ComposeCluster
from include.clusters.embedded import EmbeddedCluster, start
from include.clusters.engine import EngineError, engine
from include.matrix.experiment import DEFAULT_RELEASE
from include.processes.identity import ProcessIdentity


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Name the tests that need an engine as not run where none answers."""
    in_need = [item for item in items if item.get_closest_marker("containers")]
    if not in_need:
        return
    try:
        engine()
    except EngineError as error:
        for item in in_need:
            item.add_marker(pytest.mark.skip(reason=str(error)))


@pytest.fixture(scope="session")
def compose_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposeCluster]:
    """Three brokers in containers, ready but not warmed up, for the whole of the test run."""
    folder = tmp_path_factory.mktemp("compose") / "cluster"
    cluster = compose.start(folder, DEFAULT_RELEASE, owner=ProcessIdentity.of(os.getpid()))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def embedded_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Three brokers of the default release, ready but not warmed up, for the whole of the test run."""
    folder = tmp_path_factory.mktemp("cluster")
    cluster = start(folder, DEFAULT_RELEASE, owner=ProcessIdentity.of(os.getpid()))
    yield cluster
    cluster.stop()
