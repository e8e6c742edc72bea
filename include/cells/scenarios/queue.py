"""The workload of a queue cell: a Kafka topic, or a queue of a Redis or RabbitMQ server."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from include.cells.fault_injection import FaultWindow
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.workload import CellAttempt, Workload
from include.clusters.cluster import Access
from include.clusters.topic_names import name_of
from include.faults.scene import Scene
from include.load_runtime.program import LoadPrograms, Topics
from include.scenarios.cell_context import CellContext
from include.scenarios.queue import programs
from include.scenarios.queue.settings import QueueSettings
from include.servers.kind import ServerKind
from include.servers.registry import SERVERS


@dataclass(frozen=True)
class KafkaQueueWorkload(KafkaWorkload[QueueSettings]):
    """A Kafka topic that is filled first and emptied afterwards."""

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        """A producer and consumers."""
        return programs.programs(self.context(folder, access))


@dataclass(frozen=True)
class ServerQueueWorkload:
    """A queue of Redis or RabbitMQ.

    A queue has no replicas. It is empty at the end of a successful cell, so that there is nothing to audit.
    """

    attempt: CellAttempt
    settings: QueueSettings

    @cached_property
    def topics(self) -> Topics:
        """The name of the queue."""
        return Topics(name_of(self.attempt.run_id, self.attempt.cell.id, self.attempt.number))

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        """A program that fills the queue, and programs that empty it."""
        run, cell = self.attempt.run_id, self.attempt.cell.id
        return programs.programs(CellContext(run, cell, self.settings, folder, self.topics, access.bootstrap))

    def create(self) -> None:
        """Create the queue."""
        address = self.attempt.cluster.access.bootstrap
        self._server.create_queue(address, self.settings.system, self.topics.first)

    def watch_replicas(self) -> None:
        """None, because a queue has no replicas."""

    @contextmanager
    def while_sending(self, _scene: Scene) -> Iterator[list[FaultWindow]]:
        """A context that does nothing and adds no window."""
        yield []

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write nothing: the raw log has only the files of every raw log."""

    def audit(self, folder: Path) -> None:
        """Audit nothing, because the queue is empty."""

    def record(self) -> dict[str, Any]:
        """The name of the queue and its system, for the manifest."""
        return {"name": self.topics.first, "system": self.settings.system.value}

    def remove(self) -> None:
        """Remove the queue with the messages that are left in it."""
        address = self.attempt.cluster.access.bootstrap
        self._server.remove_queue(address, self.topics.first)

    @property
    def _server(self) -> ServerKind:
        return SERVERS[self.settings.system.server or ""]


def workload(attempt: CellAttempt) -> Workload:
    """The workload of an attempt at a queue cell."""
    settings = attempt.settings(QueueSettings)
    workload_class = KafkaQueueWorkload if settings.server is None else ServerQueueWorkload
    return workload_class(attempt, settings)
