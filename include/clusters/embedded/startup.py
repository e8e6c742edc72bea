"""Start an embedded cluster, whose brokers keep their metadata in KRaft or in ZooKeeper."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace

from include.clusters.backend import ClusterRequest
from include.clusters.cluster_state import end_brokers, prepare_folder
from include.clusters.embedded.cluster import (
    STARTUP_TIMEOUT_SECONDS,
    STATE,
    BrokerState,
    ClusterState,
    EmbeddedCluster,
    attach,
)
from include.clusters.embedded.jvm_process import (
    JVM_FLAGS,
    ClusterLayout,
    StartedNode,
    register_node,
    start_node,
)
from include.clusters.embedded.metadata_mode import KRaft, ZooKeeper
from include.clusters.readiness import proxied_brokers, wait_until_ready
from include.errors import PlatformError
from include.networks.namespaces import create_namespaces
from include.networks.ports import free_ports
from include.processes.cores import listed
from include.processes.identity import ProcessIdentity
from include.processes.registry import register
from include.releases.jars import broker_jars
from include.releases.java import find_java
from include.releases.versions import feature_of, is_runnable, needs_zookeeper

MIN_FREE_BYTES = 1024**3
"""Free disk space that a cluster needs; a cell of the largest experiment of the project writes 300 MB."""


def metadata_mode_of(release: str) -> KRaft | ZooKeeper:
    """The metadata mode in which a release is run.

    Raises:
        PlatformError: The text is not the version of a release, or the release is too old or too new.
    """
    feature = feature_of(release)
    if not is_runnable(feature):
        raise PlatformError(
            f"Kafka release {release} is not supported; releases from 0.11.0.0, the first with transactions, "
            "to 4.x are"
        )
    return ZooKeeper() if needs_zookeeper(feature) else KRaft()


def start(
    request: ClusterRequest,
    brokers: int = 3,
    mode: KRaft | ZooKeeper | None = None,
    isolated: bool = False,
    isolated_programs: Sequence[str] = (),
    proxied: bool = False,
) -> EmbeddedCluster:
    """Start brokers that outlive this process; return when they are ready.

    Args:
        request: The cluster.
        brokers: How many.
        mode: The metadata mode; None: the mode of the release.
        isolated: Whether each broker has its own network namespace.
        isolated_programs: The roles of the load programs that will have their own network namespaces.
        proxied: Whether the brokers have a second listener for clients behind a proxy.

    Raises:
        PlatformError: The release cannot be fetched or run, there is no Java, too little disk space is left,
            or a broker does not start.
    """
    mode = mode or metadata_mode_of(request.release)
    layout = _new_layout(request, brokers)
    if proxied:
        layout = replace(layout, proxied={broker.id: broker for broker in proxied_brokers(layout.ports)})
    started_nodes: list[StartedNode] = []
    # This process is the owner until the cluster is ready: if it is killed, no other process could stop it.
    starter = ProcessIdentity.of(os.getpid())
    try:
        if isolated:
            namespaces = create_namespaces(list(layout.ports), layout.folder, starter, isolated_programs)
            layout = replace(layout, namespaces=namespaces)
        nodes = mode.prepare(layout)
        for node in nodes:
            started_nodes.append(start_node(node, layout, starter))
        confined_to = {"cores": listed(request.cores)} if request.cores else {}
        effective = {**mode.settings(brokers), **layout.settings, **confined_to}
        state = _state(request, effective, layout, started_nodes)
        wait_until_ready(EmbeddedCluster(layout.folder, state), STARTUP_TIMEOUT_SECONDS)
        for started_node in started_nodes:
            register_node(started_node.node, layout, started_node.process, request.owner)
        for holder in _holders(layout):
            register(f"Kafka network in {layout.folder}", holder, request.owner)
        STATE.write(layout.folder, state)
    except BaseException:
        end_brokers(layout.folder, [*(node.process for node in started_nodes), *_holders(layout)], STATE)
        raise
    return EmbeddedCluster(layout.folder, state)


def _new_layout(request: ClusterRequest, brokers: int) -> ClusterLayout:
    folder = prepare_folder(request.folder, STATE, attach)
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        raise PlatformError(
            f"{folder} has {free / 2**20:.0f} MiB of free disk space; "
            f"brokers need {MIN_FREE_BYTES // 2**20} MiB"
        )
    java = find_java()
    ports = dict(enumerate(free_ports(brokers), start=1))
    jars = broker_jars(request.release)
    return ClusterLayout(folder, jars, java, ports, settings=request.settings, cores=request.cores)


def _state(
    request: ClusterRequest, settings: Mapping[str, str], layout: ClusterLayout, nodes: list[StartedNode]
) -> ClusterState:
    brokers = [
        BrokerState(
            id=started_node.node.id,
            process=started_node.process,
            log=started_node.node.log(layout.folder),
            command=started_node.command,
        )
        for started_node in nodes
        if started_node.node.id is not None
    ]
    bootstrap = ",".join(f"{layout.host(broker.id)}:{layout.ports[broker.id]}" for broker in brokers)
    return ClusterState(
        release=request.release,
        bootstrap=bootstrap,
        brokers=brokers,
        settings=dict(settings),
        java=layout.java.full_version,
        jvm_flags=JVM_FLAGS,
        owner=request.owner,
        namespaces=layout.namespaces,
        proxied=list(layout.proxied.values()),
        others=[
            *(started_node.process for started_node in nodes if started_node.node.id is None),
            *_holders(layout),
        ],
    )


def _holders(layout: ClusterLayout) -> list[ProcessIdentity]:
    return layout.namespaces.holders if layout.namespaces else []
