"""What the messages of a cell go through: topics of Kafka's, or a queue of another server's."""

from pathlib import Path
from typing import Any, Protocol

from include.cells.kafka_topics import KafkaTopics
from include.clusters.cluster import Cluster
from include.clusters.isr_watch import InSyncWatch
from include.matrix.plan import Cell
from include.scenarios.load_programs import LoadPrograms, Topics
from include.scenarios.queue.settings import QueueSettings


class Medium(Protocol):
    """Made for one attempt at a cell, and removed after it; what can't be done raises a PlatformError."""

    @property
    def topics(self) -> Topics:
        """Its names."""
        ...

    def programs(self, folder: Path, bootstrap: str) -> LoadPrograms:
        """The load programs that use it, and reach the servers at those addresses."""
        ...

    def make(self) -> None:
        """Make it, and return when it can be used."""

    def watch(self) -> InSyncWatch | None:
        """What looks after its replicas while the cell runs; None where it has none."""
        ...

    def audit(self, folder: Path) -> None:
        """Write down what is really in it, where there is a reason to look."""

    def record(self) -> dict[str, Any]:
        """What the manifest says of it."""
        ...

    def remove(self) -> None:
        """Remove it."""


def medium_of(run_id: str, cell: Cell, attempt: int, cluster: Cluster) -> Medium:
    """What the messages of an attempt at a cell go through."""
    settings = cell.settings
    if isinstance(settings, QueueSettings) and settings.server:
        from include.cells.scenarios.queue import (
            Queue,  # with the clients of its servers, which no other cell needs
        )

        return Queue.of(run_id, cell.id, attempt, settings, cluster)
    return KafkaTopics.of(run_id, cell, attempt, cluster)
