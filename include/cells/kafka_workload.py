"""The base of workloads on Kafka brokers: the topics of the cell, and an audit of their content."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow.parquet as pq

from include.cells.scenario_workload import Workload
from include.clusters.feature_level import FeatureControl
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topics import create_topic, delete_topic
from include.consumers.audit import audit
from include.consumers.content_check import ContentCheck
from include.errors import PlatformError
from include.rawlog.schemas import AUDIT_FILE
from include.rawlog.table_writer import write_table
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.settings_of_both_clients import topic_settings

Settings = TypeVar("Settings", bound=KafkaClientSettings)


@dataclass(frozen=True)
class KafkaWorkload(Workload[Settings]):
    """A workload whose messages go through topics that only this attempt at the cell uses."""

    def create(self) -> None:
        """Create the topics, and return when every broker knows them.

        The version of transactions is set before, so that a broker that knows the topics has the version.

        Raises:
            PlatformError: The brokers do not set the version.
        """
        settings, cluster = self.settings, self.attempt.cluster
        if (version := settings.traits.transaction_version) is not None:
            if not isinstance(cluster, FeatureControl):
                raise PlatformError(f"transaction_version: {version} cannot be set on these brokers")
            cluster.set_feature("transaction.version", version)
        for topic in self.topics.all:
            create_topic(
                cluster.access,
                topic,
                settings.partitions,
                settings.replication,
                topic_settings(settings),
                leaders=self.leaders(),
            )

    def leaders(self) -> list[int]:
        """The brokers that lead the partitions, in turn; empty: the cluster chooses them."""
        return []

    def watch_replicas(self) -> InSyncWatch:
        return InSyncWatch(self.attempt.cluster.access, self.topics.all)

    def audit(self, folder: Path) -> None:
        """Read the last topic from its start, and write ``audit.parquet``.

        The audit is skipped if every sent message was received and the consumers only received messages.
        """
        settings, topics = self.settings, self.topics
        if not settings.traits.reads_to_the_end and not _is_message_missing(folder):
            return
        access = self.attempt.cluster.access
        context = self.context(folder, access)
        fillers = context.content.fillers(transformed=topics.copied is not None)
        check = ContentCheck(context.number, settings.messages, fillers)
        log_rows = audit(access.settings, topics.last, settings.partitions, check)
        write_table(folder / AUDIT_FILE, log_rows)

    def record(self) -> dict[str, Any]:
        return {
            "name": self.topics.first,
            "partitions": self.settings.partitions,
            "replication": self.settings.replication,
            **topic_settings(self.settings),
        }

    def remove(self) -> None:
        for topic in self.topics.all:
            delete_topic(self.attempt.cluster.access, topic)


def _is_message_missing(folder: Path) -> bool:
    """Whether a sent message was not received, so that the topic must be searched for it."""
    files = [pq.ParquetFile(folder / f"{name}.parquet") for name in ("sent", "received")]
    sent, received = (file.read(columns=["id"]) for file in files)
    return not np.isin(sent["id"].to_numpy(), received["id"].to_numpy()).all()
