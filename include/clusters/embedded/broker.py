"""A broker that is a process of this machine, to be broken."""

import signal
from functools import partial
from typing import Protocol

import psutil

from include.clusters.embedded.cluster_state import BrokerState
from include.errors import PlatformError
from include.networks.namespace_network import NamespaceNetwork
from include.networks.namespaces import entered
from include.processes.background import launch, register
from include.processes.identity import ProcessIdentity
from include.processes.waiting import wait_until

GONE = 30.0
"""Seconds within which a broker must be gone, or stand still."""


class Keeper(Protocol):
    """The cluster that a broker belongs to."""

    @property
    def owner(self) -> ProcessIdentity | None:
        """For whom it runs."""
        ...

    def state_of(self, id: int) -> BrokerState:
        """What is kept of a broker."""
        ...

    def keep(self, changed: BrokerState) -> None:
        """Keep what has become of it."""


class EmbeddedBroker:
    """Broken by signals, and by rules in its network namespace where it has one."""

    def __init__(self, id: int, cluster: Keeper) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        """As a person calls it."""
        return f"broker {self.id}"

    @property
    def network(self) -> NamespaceNetwork | None:
        """Its own; None where it shares this machine's."""
        holder = self._cluster.state_of(self.id).namespace
        return NamespaceNetwork(partial(entered, holder), self._keep_cut) if holder else None

    def kill(self) -> None:
        """SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM: it hands its leaderships over, and leaves."""
        self._end(signal.SIGTERM)

    def start(self) -> None:
        """Start it again, with what it had stored."""
        state = self._cluster.state_of(self.id)
        folder = state.log.parent
        process = launch(state.command, folder, state.log)
        register(f"Kafka {state.log.stem}", folder, process, self._cluster.owner)
        self._cluster.keep(state.model_copy(update={"process": process, "is_down": False}))

    def pause(self) -> None:
        """SIGSTOP."""
        self._process.signal(signal.SIGSTOP)
        wait_until(lambda: self._is(psutil.STATUS_STOPPED), GONE, lambda: f"{self} didn't stand still")

    def resume(self) -> None:
        """SIGCONT."""
        self._process.signal(signal.SIGCONT)
        wait_until(lambda: not self._is(psutil.STATUS_STOPPED), GONE, lambda: f"{self} didn't go on")

    @property
    def _process(self) -> ProcessIdentity:
        return self._cluster.state_of(self.id).process

    def _keep_cut(self, is_cut: bool) -> None:
        state = self._cluster.state_of(self.id)
        self._cluster.keep(state.model_copy(update={"is_cut": is_cut}))

    def _is(self, status: str) -> bool:
        process = self._process.process()
        if process is None:
            raise PlatformError(f"{self} is gone")
        return process.status() == status

    def _end(self, number: signal.Signals) -> None:
        state = self._cluster.state_of(self.id)
        self._cluster.keep(state.model_copy(update={"is_down": True}))  # before: nobody may be there after
        state.process.signal(number)
        wait_until(lambda: not state.process.alive(), GONE, lambda: f"{self} didn't end")
