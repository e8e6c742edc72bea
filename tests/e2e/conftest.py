"""The places where the same cells run: what is measured may not depend on where."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from include.cells.container_limits import ResourceLimits
from include.cells.process_runner import ProcessRunner
from include.cells.runner import Runner
from include.clusters.cluster import Cluster


@dataclass(frozen=True)
class Place:
    """A cluster, and how to make a runner for it."""

    cluster: Cluster
    runner: Callable[[], Runner]


def processes(cluster: Cluster) -> Place:
    return Place(cluster, lambda: ProcessRunner(cluster.access))


def containers(cluster: Cluster) -> Place:
    from include.cells.container_runner import ContainerRunner

    access = cluster.inside or cluster.access
    return Place(cluster, lambda: ContainerRunner(access, "tests", ResourceLimits(memory_bytes=512 * 2**20)))


PLACES = {
    "embedded+process": ("embedded_cluster", processes),
    "compose+container": ("compose_cluster", containers),
    "external+process": ("external_cluster", processes),
}


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """The cluster that is used there, and whether it takes a container engine."""
    uses = pytest.mark.uses(PLACES[name][0].replace("external_cluster", "secured_cluster"))
    return [uses, pytest.mark.containers] if "container" in name or "compose" in name else [uses]


@pytest.fixture(params=[pytest.param(name, marks=marks_of(name)) for name in PLACES])
def place(request: pytest.FixtureRequest) -> Place:
    """Every place, one after another; those with containers only where an engine answers."""
    cluster, made = PLACES[request.param]
    return made(request.getfixturevalue(cluster))
