"""The workload of a delivery cell: the consumers of one group read what a producer sends."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.workload import CellAttempt
from include.load_runtime.program import LoadPrograms
from include.scenarios.delivery import programs
from include.scenarios.delivery.settings import DeliverySettings


@dataclass(frozen=True)
class DeliveryWorkload(KafkaWorkload[DeliverySettings]):
    """One topic."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """A producer, and consumers."""
        return programs.programs(self.context(folder, address))


def workload(attempt: CellAttempt) -> DeliveryWorkload:
    """The workload of an attempt."""
    return DeliveryWorkload(attempt, attempt.settings(DeliverySettings))
