"""What tests of many folders share: brokers are started once for all of them."""

import os
from collections.abc import Iterator

import pytest

from include.clusters.embedded import EmbeddedCluster, start
from include.matrix.experiment import DEFAULT_RELEASE
from include.processes.identity import ProcessIdentity


@pytest.fixture(scope="session")
def embedded_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Three brokers of the default release, ready but not warmed up, for the whole of the test run."""
    folder = tmp_path_factory.mktemp("cluster")
    cluster = start(folder, DEFAULT_RELEASE, owner=ProcessIdentity.of(os.getpid()))
    yield cluster
    cluster.stop()
