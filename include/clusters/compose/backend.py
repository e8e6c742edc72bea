"""Kafka brokers in containers of this machine, started with Docker Compose."""

from collections.abc import Callable
from functools import partial

from include.clusters.backend import Backend, Connections
from include.clusters.compose import startup
from include.clusters.compose.cluster import ComposeCluster
from include.machine.containers.breakable_network import IMAGE as NETWORK_IMAGE
from include.plan.plan import Plan


def backend_for(plan: Plan, name: str, _connections: Connections) -> Backend:
    """The backend of the plan's cluster with this name."""
    start = partial(
        startup.start,
        image=plan.clusters[name].image,
        conditions=plan.conditions,
        isolated=plan.breaks_networks,
        proxied=plan.has_proxy,
    )
    return Backend(start, ComposeCluster.attach)


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Check the container engine, and build or pull the images of the brokers."""
    for brokers in plan.kafka_clusters:
        startup.prepare(brokers.release, brokers.image or plan.conditions.kafka_image, say)
    if plan.breaks_networks:
        NETWORK_IMAGE.built(say)
