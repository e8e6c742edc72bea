"""Kafka brokers as processes of this machine."""

import os
import shutil
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from include.clusters.cluster import Access
from include.clusters.cluster_health import wait_until_whole
from include.clusters.embedded.broker import EmbeddedBroker
from include.clusters.embedded.cluster_state import (
    STATE_FILE,
    BrokerState,
    ClusterState,
    read_state,
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
from include.networks.namespace_network import NamespaceNetwork
from include.networks.namespaces import entered, make
from include.networks.ports import free_ports
from include.processes.background import end_registered, register
from include.processes.cores import Cores, listed
from include.processes.identity import ProcessIdentity
from include.processes.leftovers import end_leftovers
from include.processes.log_excerpt import end_of_log
from include.rawlog.manifest import ClusterRecord
from include.releases.jars import resolve
from include.releases.java import find_java

SPACE = 1024**3
"""Bytes that must be free: a cell of the largest shipped experiment writes 300 MB."""

READY = 60.0
"""Seconds within which a started cluster must be ready; four to eight are usual."""

PATIENCE = 2.0
"""Seconds that brokers have to end by themselves before they are killed. Their data is thrown away."""


class EmbeddedCluster:
    """Brokers that were started on this machine, by this process or another."""

    def __init__(self, folder: Path, state: ClusterState) -> None:
        self.folder = folder
        self._state = state

    @property
    def access(self) -> Access:
        """The addresses of all brokers, on loopback, or in their network namespaces."""
        return Access(self._state.bootstrap, namespaces=self._state.programs)

    @property
    def inside(self) -> None:
        """Containers reach it through this machine's network."""

    @property
    def brokers(self) -> list[ProcessIdentity]:
        """The brokers' processes, in the order of their ids."""
        return [broker.process for broker in self._state.brokers]

    def record(self) -> ClusterRecord:
        """What the manifest says of it: the release, and everything that isn't left at its default."""
        return ClusterRecord(
            kind="embedded",
            release=self._state.release,
            brokers=len(self._state.brokers),
            settings={
                **self._state.settings,
                "java": self._state.java,
                "jvm_flags": self._state.jvm_flags,
            },
        )

    def check(self) -> None:
        """Make sure that every broker lives.

        Raises:
            PlatformError: one doesn't; it says which, and the end of its log.
        """
        for broker in self._state.brokers:
            if not broker.process.alive():
                raise PlatformError(
                    f"broker {broker.id} is gone; the end of {broker.log}:\n{end_of_log(broker.log)}"
                )

    def broker(self, id: int) -> EmbeddedBroker:
        """The broker with this id, to be broken."""
        return EmbeddedBroker(id, self)

    def state_of(self, id: int) -> BrokerState:
        """What is kept of a broker."""
        return next(broker for broker in self._state.brokers if broker.id == id)

    def keep(self, changed: BrokerState) -> None:
        """Keep what has become of a broker."""
        brokers = [changed if broker.id == changed.id else broker for broker in self._state.brokers]
        self._state = self._state.model_copy(update={"brokers": brokers})
        write_state(self.folder, self._state)

    @property
    def owner(self) -> ProcessIdentity | None:
        """For whom it runs."""
        return self._state.owner

    def resume(self) -> None:
        """Resume every paused broker and repair every broken network."""
        for broker in self._state.brokers:
            broker.process.signal(signal.SIGCONT)
            if broker.is_cut and (network := self.broker(broker.id).network):
                network.join()

    def restore(self) -> None:
        """Undo what faults have done; return when all brokers are whole again.

        Raises:
            PlatformError: that takes too long.
        """
        self.resume()
        for holder in self._state.programs.values():
            NamespaceNetwork(partial(entered, holder)).join()
        for broker in self._state.brokers:
            if broker.is_down:
                self.broker(broker.id).start()
        wait_until_whole(self.access, len(self._state.brokers), READY)

    def stop(self) -> None:
        """End the brokers and remove their data; what is gone already is fine. Their logs stay."""
        _end(self.folder, [*self.brokers, *self._state.others])


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
        _end(layout.folder, [*(node.process for node in started), *_holders(layout)])
        raise
    return EmbeddedCluster(layout.folder, state)


@dataclass(frozen=True)
class IsolatedPlace:
    """Where a plan's cells run that break networks: each broker has one of its own, and these programs."""

    programs: Sequence[str] = ()

    def start(
        self,
        folder: Path,
        release: str,
        owner: ProcessIdentity | None,
        *,
        settings: Mapping[str, str] | None = None,
        cores: Cores = (),
    ) -> EmbeddedCluster:
        """Start a cluster in a folder of its own; return when it is ready."""
        return start(
            folder,
            release,
            owner,
            isolated=True,
            isolated_programs=self.programs,
            settings=settings,
            cores=cores,
        )

    def attach(self, folder: Path) -> EmbeddedCluster:
        """The cluster that was started in this folder, by whichever process."""
        return attach(folder)


def attach(folder: Path) -> EmbeddedCluster:
    """The cluster that was started in this folder, by whichever process.

    Raises:
        PlatformError: none was, or it was stopped.
    """
    try:
        return EmbeddedCluster(folder.resolve(), read_state(folder))
    except FileNotFoundError as error:
        raise PlatformError(f"no cluster runs in {folder}: there is no {STATE_FILE}") from error


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


def _end(folder: Path, processes: list[ProcessIdentity]) -> None:
    end_registered(processes, PATIENCE)
    (folder / STATE_FILE).unlink(missing_ok=True)
    shutil.rmtree(folder / "data", ignore_errors=True)
