"""Kafka brokers as processes of this machine."""

from collections.abc import Callable
from functools import partial

from include.clusters.backend import Backend, Connections
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.disk.library import disk_library
from include.kinds.cluster_kind import choices_with
from include.kinds.fault import Capability
from include.machine.errors import PlatformError
from include.machine.networks.namespace_support import check_possible
from include.machine.releases.jars import broker_jars
from include.plan.plan import Plan


def backend_for(plan: Plan, _name: str, _connections: Connections) -> Backend:
    """The backend of a plan's clusters. The brokers have network namespaces if a cell breaks a network."""
    start = partial(
        startup.start,
        isolated=plan.breaks_networks,
        isolated_programs=plan.isolated_programs,
        proxied=plan.has_proxy,
        linked=plan.has_proxy_between_brokers,
        controls_disks=plan.controls_disks,
    )
    return Backend(start, EmbeddedCluster.attach)


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Check that network namespaces can be created if cells need them, and make what the brokers need.

    Raises:
        PlatformError: Namespaces cannot be created, a proxy cannot be reached from them, there is no C
            compiler for faults of disks, or a release cannot be fetched or run.
    """
    if plan.breaks_networks and (plan.has_proxy or plan.has_proxy_between_brokers):
        raise PlatformError(
            "This experiment breaks or delays networks and has a proxy (strike or wire_log); a producer in a "
            "network of its own cannot reach the proxy: divide this experiment into two"
        )
    if plan.breaks_networks:
        try:
            check_possible()
        except PlatformError as error:
            has_programs = Capability.PROGRAM_NETWORK in plan.needed_capabilities
            capability = Capability.PROGRAM_NETWORK if has_programs else Capability.NETWORK
            use = choices_with(capability, but=plan.placement.kind.name)
            raise PlatformError(
                f"This experiment breaks or delays networks, for which embedded brokers need namespaces. "
                f"{error}; use {use}"
            ) from error
    if plan.controls_disks:
        disk_library()
    for brokers in plan.kafka_clusters:
        broker_jars(brokers.release, say)
    for release in plan.further_releases:
        broker_jars(release, say)
