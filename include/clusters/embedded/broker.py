"""Faults of a broker that is a process of this machine."""

import signal
from collections.abc import Callable
from typing import Protocol

import psutil

from include.clusters.embedded.cluster_state import BrokerState
from include.errors import PlatformError
from include.networks.host_network import HostNetwork
from include.processes.identity import ProcessIdentity
from include.processes.registry import launch, register
from include.processes.waiting import wait_until
from include.releases.jars import broker_jars

STATE_TIMEOUT_SECONDS = 30.0
"""Time within which a broker must have ended, paused or resumed."""


class BrokerStates(Protocol):
    """The states of a cluster's brokers, kept on disk."""

    @property
    def owner(self) -> ProcessIdentity | None:
        """The process after whose end the cluster is a leftover."""

    def state_of(self, id: int) -> BrokerState:
        """The state of a broker."""

    def keep(self, changed: BrokerState) -> None:
        """Replace the state of a broker."""

    def network(self, id: int) -> HostNetwork | None:
        """The network of a broker; None: it shares the network of this machine."""


class EmbeddedBroker:
    """Faults are signals to its process, and rules in its network namespace."""

    def __init__(self, id: int, cluster: BrokerStates) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        return f"broker {self.id}"

    @property
    def network(self) -> HostNetwork | None:
        """Its own network; None: it shares the network of this machine."""
        return self._cluster.network(self.id)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End its process with SIGTERM, after which it hands over its leaderships."""
        self._end(signal.SIGTERM)

    def start(self, release: str | None = None) -> None:
        """Start it again with its stored data, and with the jars of a release; None: with those it had."""
        state = self._cluster.state_of(self.id)
        command = _with_jars(state.command, release) if release else state.command
        folder = state.log.parent
        process = launch(command, folder, state.log)
        register(f"Kafka {state.log.stem} in {folder}", process, self._cluster.owner)
        started = {"command": command, "process": process, "is_down": False}
        self._cluster.keep(state.model_copy(update=started))

    def has_release(self, release: str) -> bool:
        """Whether it is started with the jars of a release."""
        command = self._cluster.state_of(self.id).command
        return command == _with_jars(command, release)

    def pause(self) -> None:
        self._process.signal(signal.SIGSTOP)
        self._wait(lambda: self._is(psutil.STATUS_STOPPED), "did not pause")

    def resume(self) -> None:
        self._process.signal(signal.SIGCONT)
        self._wait(lambda: not self._is(psutil.STATUS_STOPPED), "did not resume")

    @property
    def _process(self) -> ProcessIdentity:
        return self._cluster.state_of(self.id).process

    def _is(self, status: str) -> bool:
        process = self._process.process()
        if process is None:
            raise PlatformError(f"{self} has ended")
        return process.status() == status

    def _end(self, number: signal.Signals) -> None:
        state = self._cluster.state_of(self.id)
        # Before the signal, since this process may be killed right after it.
        self._cluster.keep(state.model_copy(update={"is_down": True}))
        state.process.signal(number)
        self._wait(lambda: not state.process.alive(), "did not end")

    def _wait(self, condition: Callable[[], bool], missing: str) -> None:
        wait_until(condition, STATE_TIMEOUT_SECONDS, lambda: f"{self} {missing}")


def _with_jars(command: list[str], release: str) -> list[str]:
    """A command line of Java with the jars of a release as its class path."""
    place = command.index("-cp") + 1
    return [*command[:place], f"{broker_jars(release)}/*", *command[place + 1 :]]
