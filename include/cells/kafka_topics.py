"""A cell's topics, and what an independent reader finds in the last of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow.parquet as pq

from include.clusters.cluster import Cluster
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topic_names import copied, name_of
from include.clusters.topics import create_topic, delete_topic
from include.consumers.audit import audit
from include.load_runtime.message import cell_number
from include.load_runtime.payload import contents
from include.matrix.plan import Cell
from include.rawlog.schemas import AUDIT_FILE
from include.rawlog.table_writer import write_table
from include.scenarios.copy.settings import CopySettings
from include.scenarios.kafka_clients import topic_settings
from include.scenarios.load_programs import LoadPrograms, Topics, load_programs


@dataclass(frozen=True)
class KafkaTopics:
    """The topic that is produced to, and what a copier writes to where there is one."""

    run_id: str
    cell: Cell
    topics: Topics
    cluster: Cluster

    @classmethod
    def of(cls, run_id: str, cell: Cell, attempt: int, cluster: Cluster) -> Self:
        """Those of an attempt at a cell, not yet made."""
        first = name_of(run_id, cell.id, attempt)
        is_copied = isinstance(cell.settings, CopySettings)
        second = name_of(run_id, copied(cell.id), attempt) if is_copied else None
        return cls(run_id, cell, Topics(first, second), cluster)

    def programs(self, folder: Path, bootstrap: str) -> LoadPrograms:
        """The load programs that use them."""
        return load_programs(self.cell.settings, self.run_id, self.cell.id, folder, self.topics, bootstrap)

    def make(self) -> None:
        """Create them, and return when every broker knows them."""
        settings = self.cell.settings
        for topic in self.topics.all:
            create_topic(
                self.cluster.access,
                topic,
                settings.partitions,
                settings.replication,
                topic_settings(settings),
            )

    def watch(self) -> InSyncWatch:
        """Whether their in-sync sets stay full."""
        return InSyncWatch(self.cluster.access, self.topics.all)

    def audit(self, folder: Path) -> None:
        """Read the last one from its beginning, where something was broken or processed, or is missing.

        Raises:
            AuditError: it can't be read to its end.
        """
        settings = self.cell.settings
        if not settings.reads_to_the_end and not _is_something_missing(folder):
            return
        number = cell_number(self.run_id, self.cell.id)
        is_copied = self.topics.copied is not None
        content = contents(settings.filler, number, settings.message_bytes, transformed=is_copied)
        access, topic = self.cluster.access.settings, self.topics.last
        found = audit(access, topic, settings.partitions, number, settings.messages, content)
        write_table(folder / AUDIT_FILE, found)

    def record(self) -> dict[str, Any]:
        """Name and settings of the first."""
        settings = self.cell.settings
        return {
            "name": self.topics.first,
            "partitions": settings.partitions,
            "replication": settings.replication,
            **topic_settings(settings),
        }

    def remove(self) -> None:
        """Delete them."""
        for topic in self.topics.all:
            delete_topic(self.cluster.access, topic)


def _is_something_missing(folder: Path) -> bool:
    """Whether some message that was sent wasn't received, which is a reason to look where it is."""
    files = [pq.ParquetFile(folder / f"{which}.parquet") for which in ("sent", "received")]
    sent, received = (file.read(columns=["id"]) for file in files)
    return not np.isin(sent["id"].to_numpy(), received["id"].to_numpy()).all()
