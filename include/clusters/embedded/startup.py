"""Start an embedded cluster, whose brokers keep their metadata in KRaft or in ZooKeeper."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from include.clusters.backend import ClusterRequest
from include.clusters.cluster_state import prepare_folder
from include.clusters.embedded.cluster import CONTROLS_DISKS, STARTUP_TIMEOUT_SECONDS, EmbeddedCluster
from include.clusters.embedded.cluster_layout import JVM_FLAGS, ClusterLayout, Node
from include.clusters.embedded.disk.condition import set_condition
from include.clusters.embedded.disk.library import disk_library
from include.clusters.embedded.disk.unflushed_data import check_attributes
from include.clusters.embedded.metadata_mode import KRaft, ZooKeeper
from include.clusters.embedded.state import BrokerState, ClusterState
from include.clusters.proxied_brokers import broker_links, proxied_brokers
from include.clusters.readiness import wait_until_ready
from include.load.proxy_job import BrokerLinks
from include.machine.errors import PlatformError
from include.machine.folders import IMPORT_PATH
from include.machine.networks.cluster_namespaces import create_namespaces
from include.machine.networks.ports import free_ports
from include.machine.processes.all_or_none_start import AllOrNoneStart
from include.machine.processes.cores import listed
from include.machine.releases.installed_java import find_java
from include.machine.releases.jars import broker_jars
from include.machine.releases.versions import check_runnable, feature_of, needs_zookeeper

MIN_FREE_BYTES = 1024**3
"""The free disk space that a cluster needs. A cell of the project's largest experiment writes 300 MB."""


def metadata_mode_of(release: str) -> KRaft | ZooKeeper:
    """The metadata mode in which a release is run.

    Raises:
        PlatformError: ``release`` is not a version of Kafka, or is too old or too new.
    """
    check_runnable(release)
    return ZooKeeper() if needs_zookeeper(feature_of(release)) else KRaft()


def start(
    request: ClusterRequest,
    brokers: int = 3,
    mode: KRaft | ZooKeeper | None = None,
    isolated: bool = False,
    isolated_programs: Sequence[str] = (),
    proxied: bool = False,
    linked: bool = False,
    controls_disks: bool = False,
) -> EmbeddedCluster:
    """Start brokers that outlive this process; return when they are ready.

    Args:
        request: The cluster to start.
        brokers: The number of brokers.
        mode: The metadata mode; None: the mode of the release.
        isolated: Whether each broker has its own network namespace.
        isolated_programs: The roles of the load programs that will have their own network namespaces.
        proxied: Whether the brokers have a second listener for clients behind a proxy.
        linked: Whether the brokers reach each other through links, which a proxy can take over.
        controls_disks: Whether what the brokers have flushed is noted, and their disks can be full or slow.

    Raises:
        PlatformError: The release cannot be fetched or run, there is no Java, too little disk space is left,
            a broker does not start, or what it flushes cannot be noted.
    """
    mode = mode or metadata_mode_of(request.release)
    layout = _new_layout(request, brokers)
    if proxied:
        layout = replace(layout, proxied={broker.id: broker for broker in proxied_brokers(layout.ports)})
    if linked:
        layout = replace(layout, links=broker_links(layout.ports))
    if controls_disks:
        check_attributes(layout.folder)
        layout = replace(layout, disk_library=disk_library())
    with AllOrNoneStart(layout.folder, layout.data, request.owner) as started:
        if isolated:
            namespaces = create_namespaces(list(layout.ports), started, isolated_programs)
            layout = replace(layout, namespaces=namespaces)
        if layout.links:
            _start_links(layout.folder, layout.links, started)
        nodes = mode.prepare(layout)
        for node in nodes:
            if controls_disks and node.id is not None:
                set_condition(layout.data / str(node.id))
            started.launch(node.name, layout.command(node))
        cluster = EmbeddedCluster(layout.folder, _state(request, mode, layout, nodes, started))
        wait_until_ready(cluster, STARTUP_TIMEOUT_SECONDS)
        cluster.keep()
    return cluster


def _start_links(folder: Path, links: BrokerLinks, started: AllOrNoneStart) -> None:
    """Start the program that passes on the connections between the brokers."""
    file = folder / "links.json"
    file.write_text(links.model_dump_json(indent=2), encoding="utf-8")
    command = [sys.executable, "-m", "include.clusters.embedded.broker_links", str(file)]
    started.launch("links", command, {"PYTHONPATH": str(IMPORT_PATH)})


def _new_layout(request: ClusterRequest, brokers: int) -> ClusterLayout:
    folder = prepare_folder(request.folder, EmbeddedCluster)
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
    request: ClusterRequest,
    mode: KRaft | ZooKeeper,
    layout: ClusterLayout,
    nodes: list[Node],
    started: AllOrNoneStart,
) -> ClusterState:
    brokers = [
        BrokerState(
            id=node.id,
            process=started.processes[node.name],
            log=layout.folder / f"{node.name}.log",
            command=layout.command(node),
        )
        for node in nodes
        if node.id is not None
    ]
    processes = [broker.process for broker in brokers]
    settings: dict[str, Any] = {**mode.settings(len(brokers)), **layout.settings}
    if layout.cores:
        settings["cores"] = listed(layout.cores)
    if layout.disk_library:
        settings[CONTROLS_DISKS] = True
    return ClusterState(
        release=request.release,
        bootstrap=",".join(f"{layout.host(id)}:{port}" for id, port in layout.ports.items()),
        brokers=brokers,
        settings={**settings, "java": layout.java.full_version, "jvm_flags": JVM_FLAGS},
        owner=request.owner,
        namespaces=layout.namespaces,
        proxied=list(layout.proxied.values()),
        links=layout.links,
        others=[process for process in started.processes.values() if process not in processes],
    )
