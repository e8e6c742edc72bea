"""Kafka brokers as processes of this machine."""

import shutil
import signal
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
from include.errors import PlatformError
from include.networks.namespace_network import NamespaceNetwork
from include.networks.namespaces import entered
from include.processes.background import end_registered
from include.processes.identity import ProcessIdentity
from include.processes.log_excerpt import end_of_log
from include.rawlog.manifest import ClusterRecord

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
        end_cluster(self.folder, [*self.brokers, *self._state.others])


def attach(folder: Path) -> EmbeddedCluster:
    """The cluster that was started in this folder, by whichever process.

    Raises:
        PlatformError: none was, or it was stopped.
    """
    try:
        return EmbeddedCluster(folder.resolve(), read_state(folder))
    except FileNotFoundError as error:
        raise PlatformError(f"no cluster runs in {folder}: there is no {STATE_FILE}") from error


def end_cluster(folder: Path, processes: list[ProcessIdentity]) -> None:
    """End the processes of a cluster, whether it is ready or not, and remove its state and its data."""
    end_registered(processes, PATIENCE)
    (folder / STATE_FILE).unlink(missing_ok=True)
    shutil.rmtree(folder / "data", ignore_errors=True)
