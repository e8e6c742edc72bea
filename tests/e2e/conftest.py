"""The environments in which the same cells run: what is measured may not depend on them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.clusters.embedded.cluster import EmbeddedCluster
from tests.e2e.cells import container_runner
from tests.session.load_programs import runner_on


@dataclass(frozen=True)
class CellEnvironment:
    """A cluster, and a function that makes a runner of load programs for it."""

    name: str
    cluster: Cluster
    runner: Callable[[], Runner]


ENVIRONMENTS = {
    "embedded+process": ("embedded_cluster", runner_on),
    "compose+container": ("compose_cluster", container_runner),
    "external+process": ("external_cluster", runner_on),
}


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """The shared server of an environment, and whether it needs a container engine."""
    uses = pytest.mark.uses(ENVIRONMENTS[name][0].replace("external_cluster", "secured_cluster"))
    return [uses, pytest.mark.containers] if "container" in name else [uses]


on_embedded_brokers = pytest.mark.parametrize(
    "environment", [pytest.param("embedded+process", marks=marks_of("embedded+process"))], indirect=True
)
"""Marks a test of what does not depend on the environment."""


@pytest.fixture(params=[pytest.param(name, marks=marks_of(name)) for name in ENVIRONMENTS])
def environment(request: pytest.FixtureRequest) -> CellEnvironment:
    """Each environment, one after another; those with containers only where an engine answers."""
    fixture, runner = ENVIRONMENTS[request.param]
    cluster: Cluster = request.getfixturevalue(fixture)
    return CellEnvironment(request.param, cluster, lambda: runner(cluster))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a test's only run."""
    return tmp_path / "run"


@pytest.fixture
def embedded(embedded_cluster: EmbeddedCluster) -> Iterator[EmbeddedCluster]:
    """The embedded brokers; after the test all of them run, and none is paused."""
    yield embedded_cluster
    embedded_cluster.check()
    statuses = [broker.process() for broker in embedded_cluster.brokers]
    assert all(status and status.status() != psutil.STATUS_STOPPED for status in statuses)
