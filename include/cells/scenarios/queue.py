"""The workload of a queue cell: a topic of Kafka's, or a queue of another server."""

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
    """One topic that is filled, then emptied."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """A producer, and consumers."""
        return programs.programs(self.context(folder, address))


@dataclass(frozen=True)
class ServerQueueWorkload:
    """A queue of Redis or RabbitMQ.

    It has no replicas, and it is empty when its cell has ended well, so that nobody reads it once more.
    """

    attempt: CellAttempt
    settings: QueueSettings

    @cached_property
    def topics(self) -> Topics:
        """The name of the queue."""
        return Topics(name_of(self.attempt.run_id, self.attempt.cell.id, self.attempt.number))

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """A program that fills the queue, and those that empty it."""
        run, cell = self.attempt.run_id, self.attempt.cell.id
        return programs.programs(CellContext(run, cell, self.settings, folder, self.topics, address))

    def create(self) -> None:
        """Create the queue."""
        address = self.attempt.cluster.access.bootstrap
        self._server.create_queue(address, self.settings.system, self.topics.first)

    def watch(self) -> None:
        """Nothing."""

    @contextmanager
    def while_sending(self, _scene: Scene) -> Iterator[list[FaultWindow]]:
        """Nothing."""
        yield []

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """None."""

    def audit(self, folder: Path) -> None:
        """Nothing."""

    def record(self) -> dict[str, Any]:
        """The name of the queue, and its system."""
        return {"name": self.topics.first, "system": self.settings.system.value}

    def remove(self) -> None:
        """Remove the queue with what is left in it."""
        address = self.attempt.cluster.access.bootstrap
        self._server.remove_queue(address, self.topics.first)

    @property
    def _server(self) -> ServerKind:
        return SERVERS[self.settings.system.server or ""]


def workload(attempt: CellAttempt) -> Workload:
    """The workload of an attempt."""
    settings = attempt.settings(QueueSettings)
    kind = KafkaQueueWorkload if settings.server is None else ServerQueueWorkload
    return kind(attempt, settings)
