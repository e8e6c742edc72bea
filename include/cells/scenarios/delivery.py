"""The workload of a delivery cell: a producer sends to a topic that the consumers of one group read."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.workload import CellAttempt
from include.load_runtime.program import LoadPrograms
from include.scenarios.delivery import programs
from include.scenarios.delivery.settings import DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(KafkaWorkload[DeliverySettings]):
    """A workload with one topic."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """Return a producer and consumers."""
        return programs.programs(self.context(folder, address))


def workload(attempt: CellAttempt) -> DeliveryWorkload:
    """Return the workload of an attempt at a delivery cell."""
    return DeliveryWorkload(attempt, attempt.settings(DeliverySettings))
