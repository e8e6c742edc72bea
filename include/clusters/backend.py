"""The interface through which a run starts clusters of any kind, and finds them again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from include.clusters.cluster import Cluster
from include.kinds.scenario import SCENARIOS
from include.machine.processes.cores import Cores
from include.machine.processes.identity import ProcessIdentity
from include.plan.plan import Plan

Connections = Callable[[str], Mapping[str, Any]]
"""A function that returns the extra field of the Airflow connection with an id. DAG files provide this
function, because ``include`` does not import Airflow."""


@dataclass(frozen=True)
class ClusterRequest:
    """A cluster to start."""

    folder: Path
    """The folder for the state, the logs and the data of this one cluster. It is inside the folder of the run
    on this machine."""
    release: str = ""
    """The release of Kafka. Backends that cannot choose the release ignore it."""
    owner: ProcessIdentity | None = None
    """The process that owns the cluster. When the owner has ended, the cluster is a leftover. None: the
    cluster runs until it is stopped."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings of the cluster's brokers, which take precedence over the settings of the project."""
    cores: Cores = ()
    """The CPU cores that the brokers run on; if empty, any core."""


@dataclass(frozen=True)
class Backend:
    """Starts clusters, and finds clusters that were started."""

    start: Callable[[ClusterRequest], Cluster]
    """Starts a cluster; returns when it is ready. Raises PlatformError if it cannot be started."""
    attach: Callable[[Path], Cluster]
    """Finds the cluster that this or another process started in a folder. Raises PlatformError if the
    folder has no cluster, or the cluster was stopped."""


@dataclass(frozen=True)
class ServerBackend(Backend):
    """The backend of a server other than Kafka, which a scenario needs."""

    installed_programs: Callable[[], Sequence[Path]]
    """The paths of the server's programs. Raises PlatformError if one is missing; the message names the
    package to install."""


class ClusterPackage(Protocol):
    """What starts, finds and checks the clusters of a kind: its module ``backend``."""

    def backend_for(self, plan: Plan, name: str, connections: Connections) -> Backend:
        """The backend of the plan's cluster with this name."""

    def preflight(self, plan: Plan, say: Callable[[str], None]) -> None:
        """Prepare what the clusters of a plan need on this machine. ``say`` reports slow steps.

        Raises:
            PlatformError: Something is missing and cannot be obtained.
        """


def servers() -> dict[str, ServerBackend]:
    """The servers other than Kafka that scenarios need, by name."""
    return {name: server for scenario in SCENARIOS.values() for name, server in scenario.servers().items()}


def check_installed(names: Iterable[str]) -> None:
    """Check that these servers are installed.

    Raises:
        PlatformError: A server is missing; the message names the package to install.
    """
    known = servers()
    for name in names:
        known[name].installed_programs()
