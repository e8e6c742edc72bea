"""Start, find and prepare the embedded clusters of a plan."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from include.clusters.backend import ClusterRequest, Connections
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster, attach
from include.errors import PlatformError
from include.faults.fault import Capability
from include.matrix.cluster_kinds.embedded import RECORD
from include.matrix.cluster_kinds.registry import choices_with
from include.matrix.plan import Plan
from include.networks import namespaces
from include.releases.jars import broker_jars


@dataclass(frozen=True)
class EmbeddedBackend:
    """Starts three brokers, with network namespaces if a cell breaks a network."""

    isolated: bool = False
    """Whether each broker has a network namespace of its own."""
    isolated_programs: Sequence[str] = ()
    """The roles of the load programs with a network namespace of their own."""
    proxied: bool = False
    """Whether the brokers have a listener that clients reach through a proxy."""

    def start(self, request: ClusterRequest) -> EmbeddedCluster:
        """Start a cluster; return when it is ready."""
        return startup.start(
            request.folder,
            request.release,
            request.owner,
            isolated=self.isolated,
            isolated_programs=self.isolated_programs,
            settings=request.settings,
            cores=request.cores,
            proxied=self.proxied,
        )

    def attach(self, folder: Path) -> EmbeddedCluster:
        """The cluster that this or another process started in this folder."""
        return attach(folder)


def backend_for(plan: Plan, _name: str, _connections: Connections) -> EmbeddedBackend:
    """The backend of a plan's clusters."""
    return EmbeddedBackend(plan.breaks_networks, plan.isolated_programs, plan.has_proxy)


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Check that network namespaces can be created if cells need them, and fetch Kafka's jars.

    Raises:
        PlatformError: Namespaces cannot be created, a proxy cannot be reached from them, or a release cannot
            be fetched or run.
    """
    if plan.breaks_networks and plan.has_proxy:
        raise PlatformError(
            "This experiment breaks or delays networks and has a proxy (strike or wire_log); a producer in a "
            "network of its own cannot reach the proxy: make two experiments of it"
        )
    if plan.breaks_networks:
        _check_namespaces(plan)
    for brokers in plan.kafka_clusters:
        broker_jars(brokers.release, say)
    for release in plan.further_releases:
        broker_jars(release, say)


def _check_namespaces(plan: Plan) -> None:
    """Check that namespaces can be created.

    Raises:
        PlatformError: They cannot; the message tells which other clusters need none.
    """
    try:
        namespaces.check_possible()
    except PlatformError as error:
        has_programs = Capability.PROGRAM_NETWORK in plan.needed_capabilities
        capability = Capability.PROGRAM_NETWORK if has_programs else Capability.NETWORK
        use = choices_with(capability, but=RECORD.name)
        raise PlatformError(
            f"This experiment breaks or delays networks, for which embedded brokers need namespaces. "
            f"{error}; use {use}"
        ) from error
