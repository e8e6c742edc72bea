"""A running cluster of brokers that are processes of this machine."""

import signal
from pathlib import Path

from include.clusters.cluster import Access
from include.clusters.cluster_folder import end_brokers
from include.clusters.cluster_health import wait_until_healthy
from include.clusters.embedded.broker import EmbeddedBroker
from include.clusters.embedded.cluster_state import STATE, BrokerState, ClusterState, FeatureState
from include.clusters.feature_level import feature_level
from include.errors import PlatformError
from include.networks.host_network import HostNetwork
from include.networks.namespaces import host_of_broker
from include.networks.process_namespace import ProcessNamespace
from include.processes.identity import ProcessIdentity
from include.processes.registry import end_of_log
from include.rawlog.manifest import ClusterRecord

STARTUP_TIMEOUT_SECONDS = 60.0
"""Time within which a started cluster must be ready; four to eight seconds are usual."""


class EmbeddedCluster:
    """Brokers that this or another process started on this machine."""

    def __init__(self, folder: Path, state: ClusterState) -> None:
        self.folder = folder
        self._state = state

    @property
    def access(self) -> Access:
        """The addresses of all brokers, on loopback or in their network namespaces."""
        if not (namespaces := self._state.namespaces):
            return Access(self._state.bootstrap, proxied=tuple(self._state.proxied))
        programs = {role: ProcessNamespace(holder) for role, holder in namespaces.programs.items()}
        return Access(self._state.bootstrap, namespaces=programs, bridge=namespaces.bridge)

    @property
    def inside(self) -> None:
        """None: containers reach the brokers through the network of this machine."""

    @property
    def brokers(self) -> list[ProcessIdentity]:
        return [broker.process for broker in self._state.brokers]

    def record(self) -> ClusterRecord:
        """Its description for the manifest: the release, and every setting that Kerran sets."""
        return ClusterRecord(
            kind="embedded",
            release=self._state.release,
            brokers=len(self._state.brokers),
            settings={**self._state.settings, "java": self._state.java, "jvm_flags": self._state.jvm_flags},
            features={name: feature.level for name, feature in self._state.features.items()},
        )

    def check(self) -> None:
        """Check that every broker runs.

        Raises:
            PlatformError: A broker does not; the message holds its id and the end of its log.
        """
        for broker in self._state.brokers:
            if not broker.process.alive():
                raise PlatformError(
                    f"broker {broker.id} has ended; the end of {broker.log}:\n{end_of_log(broker.log)}"
                )

    def broker(self, id: int) -> EmbeddedBroker:
        return EmbeddedBroker(id, self)

    def network(self, id: int) -> HostNetwork | None:
        """The network of a broker; None: it shares the network of this machine."""
        if not (namespaces := self._state.namespaces):
            return None
        return namespaces.bridge.network(host_of_broker(id), ProcessNamespace(namespaces.brokers[id]))

    def state_of(self, id: int) -> BrokerState:
        return next(broker for broker in self._state.brokers if broker.id == id)

    def keep(self, changed: BrokerState) -> None:
        brokers = [changed if broker.id == changed.id else broker for broker in self._state.brokers]
        self._keep(brokers=brokers)

    def set_feature(self, feature: str, level: int) -> None:
        """Set the level of a feature until ``restore_features``; note it first, as the task may be killed."""
        state = self._state
        known = state.features.get(feature)
        at_first = known.at_first if known else feature_level(state.bootstrap, state.release, feature)
        self._keep_level(feature, FeatureState(at_first=at_first, level=level))
        reported = feature_level(state.bootstrap, state.release, feature, level)
        self._keep_level(feature, FeatureState(at_first=at_first, level=reported))

    def restore_features(self) -> None:
        for name, feature in self._state.features.items():
            if feature.level != feature.at_first:
                self.set_feature(name, feature.at_first)

    def _keep_level(self, feature: str, level: FeatureState) -> None:
        self._keep(features={**self._state.features, feature: level})

    def _keep(self, **changes: object) -> None:
        """Change the state, also on disk."""
        self._state = self._state.model_copy(update=changes)
        STATE.write(self.folder, self._state)

    @property
    def owner(self) -> ProcessIdentity | None:
        return self._state.owner

    def resume(self) -> None:
        """Resume every paused broker and repair every broken network."""
        for broker in self._state.brokers:
            broker.process.signal(signal.SIGCONT)
        if self._state.namespaces:
            self._state.namespaces.bridge.mend()

    def restore(self) -> None:
        self.resume()
        for broker in self._state.brokers:
            if broker.is_down:
                self.broker(broker.id).start()
        self._wait_until_healthy()
        for state in self._state.brokers:
            self._give_release_back(self.broker(state.id))

    def _give_release_back(self, broker: EmbeddedBroker) -> None:
        """Restart a broker with the release of the cluster, unless it has that release."""
        if broker.has_release(self._state.release):
            return
        broker.stop()
        broker.start(self._state.release)
        self._wait_until_healthy()

    def _wait_until_healthy(self) -> None:
        wait_until_healthy(self.access, len(self._state.brokers), STARTUP_TIMEOUT_SECONDS)

    def stop(self) -> None:
        """End the brokers and remove their data, not their logs; do nothing if they have ended."""
        end_brokers(self.folder, [*self.brokers, *self._state.others], STATE)


def attach(folder: Path) -> EmbeddedCluster:
    """The cluster that this or another process started in this folder."""
    return EmbeddedCluster(folder.resolve(), STATE.read(folder))
