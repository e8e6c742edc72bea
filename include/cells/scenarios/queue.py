"""The workload of a queue cell: a Kafka topic, or a queue of a Redis or RabbitMQ server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from include.cells.kafka_workload import KafkaWorkload
from include.cells.workload import CellAttempt, Workload
from include.clusters.cluster import Access
from include.load_runtime.program import LoadPrograms
from include.scenarios.queue import programs
from include.scenarios.queue.settings import QueueSettings
from include.servers.kind import ServerKind
from include.servers.registry import SERVERS


@dataclass(frozen=True)
class KafkaQueueWorkload(KafkaWorkload[QueueSettings]):
    """A Kafka topic that is filled first and emptied afterwards."""

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        return programs.programs(self.context(folder, access))


@dataclass(frozen=True)
class ServerQueueWorkload(Workload[QueueSettings]):
    """A queue of Redis or RabbitMQ.

    A queue has no replicas. It is empty at the end of a successful cell, so that there is nothing to audit.
    """

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        return programs.programs(self.context(folder, access))

    def create(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.create_queue(address, self.settings.system, self.topics.first)

    def record(self) -> dict[str, Any]:
        return {"name": self.topics.first, "system": self.settings.system.value}

    def remove(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.remove_queue(address, self.topics.first)

    @property
    def _server(self) -> ServerKind:
        return SERVERS[self.settings.system.server or ""]


def workload(attempt: CellAttempt) -> Workload[QueueSettings]:
    """The workload of an attempt at a queue cell."""
    settings = attempt.settings(QueueSettings)
    workload_class = KafkaQueueWorkload if settings.server is None else ServerQueueWorkload
    return workload_class(attempt, settings)
