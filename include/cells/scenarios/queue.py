"""A cell's queue on a server that isn't Kafka."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from include.clusters.cluster import Cluster
from include.clusters.topic_names import name_of
from include.scenarios.load_programs import LoadPrograms, Topics
from include.scenarios.queue.programs import queue_programs
from include.scenarios.queue.settings import QueueSettings
from include.servers.kind import ServerKind
from include.servers.registry import SERVERS


@dataclass(frozen=True)
class Queue:
    """It has no replicas, and is empty when its cell has ended well, so that nobody reads it once more."""

    run_id: str
    cell: str
    name: str
    settings: QueueSettings
    cluster: Cluster

    @classmethod
    def of(cls, run_id: str, cell: str, attempt: int, settings: QueueSettings, cluster: Cluster) -> Self:
        """That of an attempt at a cell, not yet made."""
        return cls(run_id, cell, name_of(run_id, cell, attempt), settings, cluster)

    @property
    def topics(self) -> Topics:
        """Its name."""
        return Topics(self.name)

    def programs(self, folder: Path, bootstrap: str) -> LoadPrograms:
        """The load programs that use it."""
        return queue_programs(self.settings, self.run_id, self.cell, folder, self.name, bootstrap)

    def make(self) -> None:
        """Make it."""
        self._server.create_queue(self.cluster.access.bootstrap, self.settings.system, self.name)

    def watch(self) -> None:
        """Nothing."""

    def audit(self, folder: Path) -> None:
        """Nothing."""

    def record(self) -> dict[str, Any]:
        """Its name, and what it is."""
        return {"name": self.name, "system": self.settings.system.value}

    def remove(self) -> None:
        """Remove it, with what is left in it."""
        self._server.remove_queue(self.cluster.access.bootstrap, self.name)

    @property
    def _server(self) -> ServerKind:
        return SERVERS[self.settings.server or ""]
