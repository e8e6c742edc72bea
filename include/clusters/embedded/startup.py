"""Start brokers as processes of this machine."""

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from include.clusters.embedded.cluster import EmbeddedCluster, attach, end_cluster
from include.clusters.embedded.cluster_state import (
    STATE_FILE,
    BrokerState,
    ClusterState,
    write_state,
)
from include.clusters.embedded.jvm_process import (
    JVM_FLAGS,
    Layout,
    StartedNode,
    start_node,
)
from include.clusters.embedded.kraft_or_zookeeper import Generation, generation_of
from include.clusters.startup import wait_until_ready
from include.errors import PlatformError
from include.networks.namespaces import make
from include.networks.ports import free_ports
from include.processes.background import register
from include.processes.cores import Cores, listed
from include.processes.identity import ProcessIdentity
from include.processes.leftovers import end_leftovers
from include.releases.jars import resolve
from include.releases.java import find_java

SPACE = 1024**3
"""Bytes that must be free: a cell of the largest shipped experiment writes 300 MB."""

READY = 60.0
"""Seconds within which a started cluster must be ready; four to eight are usual."""

PATIENCE = 2.0
"""Seconds that brokers have to end by themselves before they are killed. Their data is thrown away."""


def start(
    folder: Path,
    release: str,
    owner: ProcessIdentity | None = None,
    brokers: int = 3,
    generation: Generation | None = None,
    isolated: bool = False,
    isolated_programs: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    cores: Cores = (),
) -> EmbeddedCluster:
    """Start brokers of a release in a folder of their own; return when they are ready.

    They outlive this process. Once their ``owner`` is gone, whoever looks for leftovers ends them; without
    one they run until they are stopped. A ``generation`` runs them in another way than their release's own;
    ``isolated`` gives each a network namespace of its own, and each of the ``isolated_programs``, which are
    load programs that will be started later; ``settings`` are Kafka's, for these brokers, and
    take precedence over the project's. They run on those ``cores``, or on any where there are none.

    Raises:
        PlatformError: the release can't be had or run, there is no space, or a broker doesn't come up.
        JavaError: there is no Java, or it is too old.
    """
    generation = generation or generation_of(release)
    layout = replace(_lay_out(folder, release, brokers), settings=settings or {}, cores=cores)
    started: list[StartedNode] = []
    # Until it is ready, the cluster is this process's: if that is killed, nobody else could stop it.
    starter = ProcessIdentity.of(os.getpid())
    try:
        if isolated:
            made = make(list(layout.ports), layout.folder, starter, isolated_programs)
            layout = replace(layout, namespaces=made)
        nodes = generation.prepare(layout)
        for node in nodes:
            started.append(start_node(node, layout, starter))
        confined_to = {"cores": listed(cores)} if cores else {}
        effective = {**generation.settings(brokers), **layout.settings, **confined_to}
        state = _state(release, effective, layout, started, owner)
        wait_until_ready(EmbeddedCluster(layout.folder, state), READY)
        for one in started:
            register(f"Kafka {one.node.name}", layout.folder, one.process, owner)
        for holder in _holders(layout):
            register("Kafka network", layout.folder, holder, owner)
        write_state(layout.folder, state)
    except BaseException:
        end_cluster(layout.folder, [*(node.process for node in started), *_holders(layout)])
        raise
    return EmbeddedCluster(layout.folder, state)


def _lay_out(folder: Path, release: str, brokers: int) -> Layout:
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    _make_room(folder)
    free = shutil.disk_usage(folder).free
    if free < SPACE:
        raise PlatformError(f"{folder} has {free / 2**20:.0f} MiB left; brokers need {SPACE // 2**20} MiB")
    java = find_java()
    ports = dict(enumerate(free_ports(brokers), start=1))
    layout = Layout(folder, resolve(release), java, ports)
    layout.data.mkdir()
    return layout


def _make_room(folder: Path) -> None:
    """Clear away what is left of a cluster whose brokers are gone, but not one that runs."""
    end_leftovers()  # among them may be brokers that a killed starter left in this folder
    if (folder / STATE_FILE).exists():
        earlier = attach(folder)
        if any(broker.alive() for broker in earlier.brokers):
            raise PlatformError(f"a cluster was started in {folder} and not stopped; stop it first")
        earlier.stop()
    shutil.rmtree(folder / "data", ignore_errors=True)


def _state(
    release: str,
    settings: Mapping[str, str],
    layout: Layout,
    started: list[StartedNode],
    owner: ProcessIdentity | None,
) -> ClusterState:
    brokers = [
        BrokerState(
            id=one.node.id,
            port=one.node.port,
            process=one.process,
            log=one.node.log(layout.folder),
            command=one.command,
            namespace=layout.namespaces.brokers[one.node.id] if layout.namespaces else None,
        )
        for one in started
        if one.node.id is not None
    ]
    bootstrap = ",".join(f"{layout.host(broker.id)}:{broker.port}" for broker in brokers)
    return ClusterState(
        release=release,
        bootstrap=bootstrap,
        brokers=brokers,
        settings=dict(settings),
        java=layout.java.full_version,
        jvm_flags=JVM_FLAGS,
        owner=owner,
        programs=layout.namespaces.programs if layout.namespaces else {},
        others=[*(one.process for one in started if one.node.id is None), *_holders(layout)],
    )


def _holders(layout: Layout) -> list[ProcessIdentity]:
    return layout.namespaces.holders if layout.namespaces else []
