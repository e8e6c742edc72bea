"""What tests of many folders share: brokers are started once for all of them."""

import os
from collections.abc import Iterator

import pytest

from include.clusters import compose
from include.clusters.compose_cluster import ComposeCluster
from include.clusters.embedded import EmbeddedCluster, start
from include.clusters.engine import EngineError, engine
from include.clusters.external import ExternalCluster, connect
from include.matrix.experiment import DEFAULT_RELEASE
from include.processes.identity import ProcessIdentity
from tests.clusters import secured
from tests.clusters.secured import SecuredCluster


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


@pytest.fixture(scope="session")
def secured_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredCluster]:
    """Three brokers behind TLS, SCRAM and permissions, for the whole of the test run."""
    with secured.started(tmp_path_factory.mktemp("secured")) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def external_cluster(secured_cluster: SecuredCluster) -> ExternalCluster:
    """The same brokers as an external cluster, for a user who has the permissions that are needed."""
    return connect("kafka_test", secured_cluster.scram(secured_cluster.user()))
