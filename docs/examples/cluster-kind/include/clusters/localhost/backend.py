"""Reach and check the cluster of this machine."""

from collections.abc import Callable
from pathlib import Path

from include.clusters.backend import ClusterRequest, Connections
from include.clusters.localhost.cluster import ADDRESS, LocalhostCluster
from include.matrix.plan import Plan


class LocalhostBackend:
    """Finds the cluster, whose brokers have their own release, settings and cores."""

    def start(self, request: ClusterRequest) -> LocalhostCluster:
        """The cluster, if a broker answers.

        Raises:
            PlatformError: no broker answers.
        """
        request.folder.mkdir(parents=True, exist_ok=True)
        cluster = self.attach(request.folder)
        cluster.check()
        return cluster

    def attach(self, _folder: Path) -> LocalhostCluster:
        """The cluster; its folder holds no state."""
        return LocalhostCluster()


def backend_for(_plan: Plan, _name: str, _connections: Connections) -> LocalhostBackend:
    """The backend of a plan's cluster."""
    return LocalhostBackend()


def attach(folder: Path) -> LocalhostCluster:
    """The cluster, whatever the folder is."""
    return LocalhostBackend().attach(folder)


def preflight(_plan: Plan, say: Callable[[str], None]) -> None:
    """Check that a broker answers, before the run begins.

    Raises:
        PlatformError: no broker answers.
    """
    LocalhostCluster().check()
    say(f"Cells will run on the brokers at {ADDRESS}.")
