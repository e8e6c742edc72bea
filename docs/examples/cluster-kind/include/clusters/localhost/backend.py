"""Brokers that a user has started on this machine, reached at the default port."""

from collections.abc import Callable
from pathlib import Path

from include.clusters.backend import Backend, ClusterRequest, Connections
from include.clusters.localhost.cluster import ADDRESS, LocalhostCluster
from include.plan.plan import Plan


def backend_for(_plan: Plan, _name: str, _connections: Connections) -> Backend:
    """The backend of a plan's cluster."""
    return Backend(_start, _attach)


def _start(request: ClusterRequest) -> LocalhostCluster:
    """The cluster, which has its own release, settings and cores, if a broker answers."""
    request.folder.mkdir(parents=True, exist_ok=True)
    cluster = _attach(request.folder)
    cluster.check()
    return cluster


def _attach(_folder: Path) -> LocalhostCluster:
    """The cluster; its folder holds no state."""
    return LocalhostCluster()


def preflight(_plan: Plan, say: Callable[[str], None]) -> None:
    """Check that a broker answers, before the run begins.

    Raises:
        PlatformError: No broker answers.
    """
    LocalhostCluster().check()
    say(f"Cells will run on the brokers at {ADDRESS}.")
