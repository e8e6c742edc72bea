"""The conftest.py of a copy of the project; its tests use brokers that another test run has started."""

from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that says where the brokers run."""
    parser.addoption("--cluster", help="the folder of a running embedded cluster")


@pytest.fixture(scope="session")
def embedded_cluster(pytestconfig: pytest.Config) -> EmbeddedCluster:
    """The brokers, which this test run neither starts nor stops."""
    return EmbeddedCluster.attach(Path(pytestconfig.getoption("--cluster")))
