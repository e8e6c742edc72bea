"""The workload of a delivery cell: a producer sends to a topic that the consumers of one group read."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import ClientWorkload
from include.cells.workload import CellAttempt
from include.clusters.cluster import Access
from include.clusters.cluster_health import brokers_of, coordinator_of
from include.load_runtime.program import LoadPrograms
from include.scenarios.delivery import programs
from include.scenarios.delivery.settings import DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(ClientWorkload[DeliverySettings]):
    """A workload with one topic."""

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        return programs.programs(self.context(folder, access))

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


def workload(attempt: CellAttempt) -> DeliveryWorkload:
    """The workload of an attempt at a delivery cell."""
    return DeliveryWorkload(attempt, attempt.settings(DeliverySettings))
