"""A running cluster of brokers that are processes of this machine.

Later processes find the cluster through its state file.
"""

import signal
from collections.abc import Callable
from pathlib import Path

import psutil

from include.clusters.cluster import Access
from include.clusters.cluster_health import wait_until_healthy
from include.clusters.cluster_state import DATA, StoredCluster
from include.clusters.embedded.disk.condition import set_condition
from include.clusters.embedded.disk.library import is_loaded
from include.clusters.embedded.disk.unflushed_data import check_place, lose_unflushed
from include.clusters.embedded.state import BrokerState, ClusterState, FeatureState
from include.clusters.feature_level import feature_level
from include.machine.errors import PlatformError
from include.machine.networks.cluster_namespaces import host_of_broker
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.namespace import namespace_of
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_of_log, launch, register
from include.machine.processes.wait_until import wait_until
from include.machine.releases.jars import broker_jars
from include.rawlog.manifest import ClusterRecord

STARTUP_TIMEOUT_SECONDS = 180.0
"""Time within which a started cluster must be ready; four to eight seconds are usual."""

CONTROLS_DISKS = "controls_disks"
"""What the description of a cluster has if a library is between its brokers and their disks."""

STATE_TIMEOUT_SECONDS = 30.0
"""Time within which a broker must have ended, paused or resumed."""


class EmbeddedCluster(StoredCluster[ClusterState]):
    """Brokers that this or another process started on this machine."""

    state_file, state_type = "cluster.json", ClusterState
    inside: None = None
    """None, because containers reach the brokers through the network of this machine."""

    @property
    def access(self) -> Access:
        """The addresses of all brokers, on loopback or in their network namespaces."""
        if not (namespaces := self.state.namespaces):
            return Access(self.state.bootstrap, proxied=tuple(self.state.proxied), links=self.state.links)
        programs = {role: namespace_of(holder) for role, holder in namespaces.programs.items()}
        return Access(self.state.bootstrap, namespaces=programs, bridge=namespaces.bridge)

    @property
    def brokers(self) -> list[ProcessIdentity]:
        return [broker.process for broker in self.state.brokers]

    def record(self) -> ClusterRecord:
        """The description for the manifest: the release, and every setting that Kerran sets."""
        return ClusterRecord(
            kind="embedded",
            release=self.state.release,
            brokers=len(self.state.brokers),
            settings=self.state.settings,
            features={name: feature.level for name, feature in self.state.features.items()},
        )

    def check(self) -> None:
        for broker in self.state.brokers:
            if not broker.is_down and not broker.process.alive():
                raise PlatformError(
                    f"broker {broker.id} has ended; the end of {broker.log}:\n{end_of_log(broker.log)}"
                )

    def broker(self, id: int) -> "EmbeddedBroker":
        return EmbeddedBroker(id, self)

    def set_feature(self, feature: str, level: int) -> None:
        """Set the level of a feature until ``restore_features`` is called.

        Before the change, the original and the new level are stored, so that the original level can be
        restored even if the task is killed.
        """
        state = self.state
        former = state.features.get(feature)
        at_first = former.at_first if former else feature_level(state.bootstrap, state.release, feature)
        self._keep_level(feature, FeatureState(at_first=at_first, level=level))
        new_level = feature_level(state.bootstrap, state.release, feature, level)
        self._keep_level(feature, FeatureState(at_first=at_first, level=new_level))

    def restore_features(self) -> None:
        for name, feature in self.state.features.items():
            if feature.level != feature.at_first:
                self.set_feature(name, feature.at_first)

    def _keep_level(self, feature: str, level: FeatureState) -> None:
        self.keep(features={**self.state.features, feature: level})

    def resume(self) -> None:
        for broker in self.state.brokers:
            broker.process.signal(signal.SIGCONT)
            if CONTROLS_DISKS in self.state.settings:
                self.broker(broker.id).set_disk()
        if self.state.namespaces:
            self.state.namespaces.bridge.mend()

    def restore(self) -> None:
        self.resume()
        for state in self.state.brokers:
            if state.is_down:
                broker = self.broker(state.id)
                broker.kill()  # if it still runs, with a log folder that it gave up when its disk was full
                broker.start()
        self._wait_until_healthy()
        for broker in [self.broker(state.id) for state in self.state.brokers]:
            if not broker.has_release(self.state.release):  # a fault has changed the release
                broker.stop()
                broker.start(self.state.release)
                self._wait_until_healthy()

    def _wait_until_healthy(self) -> None:
        wait_until_healthy(self.access, len(self.state.brokers), STARTUP_TIMEOUT_SECONDS)

    def stop(self) -> None:
        """End the brokers that still run, and remove their data. The logs are kept."""
        self.end([*self.brokers, *self.state.others])


class EmbeddedBroker:
    """A broker that runs as a process. Faults send signals to it, or set rules in its network namespace."""

    def __init__(self, id: int, cluster: EmbeddedCluster) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        return f"broker {self.id}"

    @property
    def network(self) -> HostNetwork | None:
        """The broker's own network; None: the broker shares the network of this machine."""
        if not (namespaces := self._cluster.state.namespaces):
            return None
        return namespaces.bridge.network(host_of_broker(self.id), namespace_of(namespaces.brokers[self.id]))

    @property
    def state(self) -> BrokerState:
        return next(broker for broker in self._cluster.state.brokers if broker.id == self.id)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the broker with SIGTERM. The broker first hands over its leaderships (controlled shutdown)."""
        self._end(signal.SIGTERM)

    def check_disk_is_controlled(self) -> None:
        check_place(self._data, self._data.parent)
        if not is_loaded(self.state.process.pid):
            raise PlatformError(
                f"the disk of {self} is not controlled: it does not run with the library for that"
            )

    def lose_unflushed(self) -> int:
        if self.state.process.alive():
            raise PlatformError(f"{self} still runs, so its files are not cut")
        return lose_unflushed(self._data, self._data.parent)

    def set_disk(self, *, is_full: bool = False, delay_ms: int = 0) -> None:
        if is_full:
            self._keep(is_down=True)  # before the disk is full, of which the broker may die
        set_condition(self._data, is_full=is_full, delay_ms=delay_ms)

    def has_ended(self) -> bool:
        return not self.state.process.alive()

    @property
    def _data(self) -> Path:
        return self._cluster.folder / DATA / str(self.id)

    def start(self, release: str | None = None) -> None:
        """Start the broker again with its data and the jars of a release, by default the previous jars."""
        state = self.state
        command = _with_jars(state.command, release) if release else state.command
        folder = state.log.parent
        process = launch(command, folder, state.log)
        register(f"{state.log.stem} in {folder}", process, self._cluster.state.owner)
        self._keep(command=command, process=process, is_down=False)

    def has_release(self, release: str) -> bool:
        """Whether the broker's command line has the jars of a release."""
        return self.state.command == _with_jars(self.state.command, release)

    def pause(self) -> None:
        self.state.process.signal(signal.SIGSTOP)
        self._wait(lambda: self._is(psutil.STATUS_STOPPED), "did not pause")

    def resume(self) -> None:
        self.state.process.signal(signal.SIGCONT)
        self._wait(lambda: not self._is(psutil.STATUS_STOPPED), "did not resume")

    def _is(self, status: str) -> bool:
        process = self.state.process.process()
        if process is None:
            raise PlatformError(f"{self} has ended")
        return process.status() == status

    def _end(self, number: signal.Signals) -> None:
        self._keep(is_down=True)  # before the signal: this process may be killed right after the signal
        process = self.state.process
        process.signal(number)
        self._wait(lambda: not process.alive(), "did not end")

    def _keep(self, **changes: object) -> None:
        new_state = self.state.model_copy(update=changes)
        states = [new_state if state.id == self.id else state for state in self._cluster.state.brokers]
        self._cluster.keep(brokers=states)

    def _wait(self, condition: Callable[[], bool], missing: str) -> None:
        wait_until(condition, STATE_TIMEOUT_SECONDS, lambda: f"{self} {missing}")


def _with_jars(command: list[str], release: str) -> list[str]:
    """The command line, with the jars of a release as the class path."""
    place = command.index("-cp") + 1
    return [*command[:place], f"{broker_jars(release)}/*", *command[place + 1 :]]
