"""The interface through which a run starts clusters of any kind, and finds them again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from include.clusters.cluster import Cluster
from include.kinds.registry import acting_half, module_of
from include.machine.errors import PlatformError
from include.machine.processes.cores import Cores
from include.machine.processes.identity import ProcessIdentity
from include.plan.plan import Plan

BACKENDS = "include.clusters.{}.backend"
"""The module of each cluster kind that starts, finds and checks its clusters."""

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


class ClusterPackage(Protocol):
    """The functions of the module of a cluster kind (``BACKENDS``)."""

    def backend_for(self, plan: Plan, name: str, connections: Connections) -> Backend:
        """The backend of the plan's cluster with this name."""

    def preflight(self, plan: Plan, say: Callable[[str], None]) -> None:
        """Prepare what the clusters of a plan need on this machine. ``say`` reports slow steps.

        Raises:
            PlatformError: Something is missing and cannot be obtained.
        """


def package_of(kind: str) -> ClusterPackage:
    """The functions of a cluster kind.

    Raises:
        PlatformError: The kind has no module with them.
    """
    package = acting_half(BACKENDS, kind)
    if package is None:
        raise PlatformError(f"The cluster kind {kind!r} has no module {module_of(BACKENDS, kind)}.")
    return cast("ClusterPackage", package)
