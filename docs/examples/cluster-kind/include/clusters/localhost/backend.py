"""Reach and check the cluster of this machine."""

from collections.abc import Callable, Mapping
from pathlib import Path

from include.clusters.backend import Connections
from include.clusters.localhost.cluster import ADDRESS, LocalhostCluster
from include.matrix.plan import Plan
from include.processes.cores import Cores
from include.processes.identity import ProcessIdentity


class LocalhostBackend:
    """Finds the cluster. Its brokers have their own release, settings and cores."""

    def start(
        self,
        folder: Path,
        _release: str,
        _owner: ProcessIdentity | None,
        *,
        settings: Mapping[str, str] | None = None,  # noqa: ARG002 - the cluster has its own
        cores: Cores = (),  # noqa: ARG002 - the cluster has its own
    ) -> LocalhostCluster:
        """The cluster, if a broker answers.

        Raises:
            PlatformError: none does.
        """
        folder.mkdir(parents=True, exist_ok=True)
        cluster = self.attach(folder)
        cluster.check()
        return cluster

    def attach(self, _folder: Path) -> LocalhostCluster:
        """The cluster; its folder holds no state."""
        return LocalhostCluster()


def backend_for(_plan: Plan, _name: str, _connections: Connections) -> LocalhostBackend:
    """What reaches the cluster of a plan."""
    return LocalhostBackend()


def attach(folder: Path) -> LocalhostCluster:
    """The cluster, whatever the folder is."""
    return LocalhostBackend().attach(folder)


def preflight(_plan: Plan, say: Callable[[str], None]) -> None:
    """Check that a broker answers, before the run begins.

    Raises:
        PlatformError: none does.
    """
    LocalhostCluster().check()
    say(f"Cells will run on the brokers at {ADDRESS}.")
