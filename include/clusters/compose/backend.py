"""Start, find and prepare the Compose clusters of a plan."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from include.clusters.backend import ClusterRequest, Connections
from include.clusters.compose import startup
from include.clusters.compose.cluster import ComposeCluster, attach
from include.containers.network import IMAGE as NETWORK_IMAGE
from include.matrix.conditions import DEFAULT_CONDITIONS, Conditions
from include.matrix.plan import Plan


@dataclass(frozen=True)
class ComposeBackend:
    """Starts three brokers from the image of the user, or from one that is built from their release."""

    image: str | None = None
    conditions: Conditions = DEFAULT_CONDITIONS
    isolated: bool = False
    """Whether a bridge stands in the path of each broker's packets."""
    proxied: bool = False
    """Whether the brokers have a listener that clients reach through a proxy."""

    def start(self, request: ClusterRequest) -> ComposeCluster:
        """Start a cluster; return when it is ready."""
        return startup.start(
            request.folder,
            request.release,
            request.owner,
            settings=request.settings,
            cores=request.cores,
            image=self.image,
            conditions=self.conditions,
            isolated=self.isolated,
            proxied=self.proxied,
        )

    def attach(self, folder: Path) -> ComposeCluster:
        """The cluster that this or another process started in this folder."""
        return attach(folder)


def backend_for(plan: Plan, name: str, _connections: Connections) -> ComposeBackend:
    """The backend of the cluster with this name in a plan."""
    return ComposeBackend(plan.clusters[name].image, plan.conditions, plan.breaks_networks, plan.has_proxy)


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Check the container engine, and build or pull the images of the brokers."""
    for brokers in plan.kafka_clusters:
        startup.prepare(brokers.release, brokers.image or plan.conditions.kafka_image, say)
    if plan.breaks_networks:
        NETWORK_IMAGE.built(say)
