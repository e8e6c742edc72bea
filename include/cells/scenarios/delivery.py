"""The workload of a delivery cell: a producer sends to a topic that the consumers of one group read."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.workload import CellAttempt
from include.clusters.cluster_health import brokers_of, coordinator_of
from include.clusters.feature_level import set_feature_level
from include.load_runtime.program import LoadPrograms
from include.scenarios.delivery import programs
from include.scenarios.delivery.settings import DEFAULT_TRANSACTION_VERSION, DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(KafkaWorkload[DeliverySettings]):
    """A workload with one topic."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """A producer and consumers."""
        return programs.programs(self.context(folder, address))

    def create(self) -> None:
        """Set the version of transactions, then create the topic: a broker that knows it has the version."""
        if self.settings.transaction_version is not None:
            self._set_transaction_version(self.settings.transaction_version)
        super().create()

    def leaders(self) -> list[int]:
        """The brokers that do not coordinate the producer's transactions, if a request is struck.

        Java's client has one connection to each broker. A request that is held must not stand in the way of
        others.
        """
        if not (self.settings.strike and self.settings.is_transactional):
            return []
        access = self.attempt.cluster.access
        coordinator = coordinator_of(access, self.topics.first)
        return sorted(brokers_of(access) - {coordinator})

    def remove(self) -> None:
        """Delete the topic, and set the version of transactions back."""
        super().remove()
        if self.settings.transaction_version not in (None, DEFAULT_TRANSACTION_VERSION):
            self._set_transaction_version(DEFAULT_TRANSACTION_VERSION)

    def _set_transaction_version(self, version: int) -> None:
        cluster = self.attempt.cluster
        release = cluster.record().release
        set_feature_level(cluster.access.bootstrap, release, "transaction.version", version)


def workload(attempt: CellAttempt) -> DeliveryWorkload:
    """The workload of an attempt at a delivery cell."""
    return DeliveryWorkload(attempt, attempt.settings(DeliverySettings))
