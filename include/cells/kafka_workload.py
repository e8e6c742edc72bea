"""The base of workloads on Kafka brokers: topics, producers, consumers, and an audit of the content."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
import pyarrow.parquet as pq

from include.cells.pause_and_report_counts import milestones, pause_between_steps, pause_while_sending
from include.cells.scenario_workload import Workload
from include.clients.common_settings import BUFFER_BYTES
from include.clusters.feature_level import FeatureControl
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topics import create_topic, delete_topic
from include.consumers.content_check import ContentCheck
from include.consumers.topic_log_audit import IdsOf, audit, has_message_after
from include.kinds.client_releases import client_of
from include.kinds.fault import PausePoint
from include.kinds.semantics.registry import SEMANTICS
from include.load.client_choice import DEFAULT_CLIENT, ClientChoice
from include.load.consumer_jobs import ConsumerJob, ProcessingJob
from include.load.job import Isolation, Processing, VisibilityJob
from include.load.job_fields import ConsumerFields
from include.load.producer_job import ProducerJob
from include.load.program_descriptions import Program
from include.load.proxy_job import PROXY_NAME, ProxyJob
from include.load.strike_terms import Strike
from include.machine.errors import PlatformError
from include.rawlog.schemas import AUDIT_FILE
from include.rawlog.table_writer import numbers, write_table
from include.settings.producer import KafkaClientSettings
from include.settings.topic import topic_settings

Settings = TypeVar("Settings", bound=KafkaClientSettings)

PRODUCER_NAME = "producer"

KEYED_PRODUCER_SETTINGS = {"partitioner": "murmur2_random"}
"""The settings of a producer whose messages have keys. A key gets the same partition as in Java clients."""


@dataclass(frozen=True, kw_only=True)
class Sender:
    """What a scenario decides about a producer. Everything else follows from the settings of the cell."""

    client: ClientChoice = DEFAULT_CLIENT
    client_settings: dict[str, str] | None = None
    """The settings of the client; None: those of the cell's delivery semantics."""
    index: int = 0
    """The producer's number, from 0, among the producers that share the messages."""
    producers: int = 1
    """The number of producers that share the messages."""
    keys: int = 0
    """The number of different keys of messages; 0: no keys."""
    partition_cycle: list[int] = field(default_factory=list)
    """The partitions to which successive messages go in turn; if empty, the client chooses them."""
    batch_bytes: int | None = None
    """The maximum size of a batch in bytes; None: the setting ``batch_bytes``."""
    buffered_messages: int | None = None
    """The number of unacknowledged messages for which the client has room; None: those of a usual buffer."""
    unacknowledged_messages: int | None = None
    """The maximum number of messages that wait for their acknowledgement; None: ``buffered_messages``."""
    congestion_control: str | None = None
    """TCP's congestion control in the producer's own network; None: the default of this host."""
    drain_seconds: float | None = None
    """The maximum wait for the outcomes of messages after the last send; None: no limit."""
    stops_after_failure: bool = False
    """Whether a new producer takes its place after the first failed delivery."""


@dataclass(frozen=True)
class KafkaWorkload(Workload[Settings]):
    """A workload whose messages go through topics that are used only by this attempt at the cell."""

    def create(self) -> None:
        """Create the topics, and return when every broker knows them.

        Features of the brokers are set before the topics are created, so that they are in effect on every
        broker that knows the topics.

        Raises:
            PlatformError: A feature cannot be set on the brokers.
        """
        settings, cluster = self.settings, self.attempt.cluster
        for feature, level in settings.traits.needs.features.items():
            if not isinstance(cluster, FeatureControl):
                raise PlatformError(f"{feature}: {level} cannot be set on these brokers")
            cluster.set_feature(feature, level)
        for topic in self.topics.all:
            create_topic(
                cluster.access,
                topic,
                settings.partitions,
                settings.replication,
                self.settings_of(topic),
                leaders=self.leaders(),
            )

    def settings_of(self, _topic: str) -> dict[str, str]:
        """The settings of a topic of the cell."""
        return topic_settings(self.settings)

    def leaders(self) -> list[int]:
        """The brokers that lead the partitions, round-robin; if empty, the cluster chooses the leaders."""
        return []

    def watch_replicas(self) -> InSyncWatch:
        return InSyncWatch(self.attempt.cluster.access, self.topics.all)

    def has_unread(self, positions: Mapping[int, int]) -> bool:
        """Whether the last topic holds a message that the consumers would receive at or after these offsets.

        A partition without an offset is read from its beginning.
        """
        settings = self.settings
        return has_message_after(
            self.attempt.cluster.access.settings,
            self.topics.last,
            settings.final_partitions,
            positions,
            Isolation(settings.traits.delivery.config.isolation_level),
        )

    def audit(self) -> None:
        """Read the last topic from its start, and write ``audit.parquet``.

        Unless the cell has ``reads_to_the_end``, the audit is skipped if every sent message was received.
        """
        if self.settings.traits.flow.reads_to_the_end or _is_message_missing(self.attempt.folder):
            self.read_log()

    def ids_of(self) -> IdsOf:
        """What gives the ids of the messages of the last topic."""
        fillers = self.content.fillers(transformed=self.topics.copied is not None)
        return ContentCheck(self.content.filler_seed, self.settings.messages, fillers).intact_ids

    def read_log(self) -> None:
        """Read the last topic from its start, and write ``audit.parquet``."""
        access, topic = self.attempt.cluster.access.settings, self.topics.last
        log_rows = audit(access, topic, self.settings.final_partitions, self.ids_of())
        write_table(self.attempt.folder / AUDIT_FILE, log_rows)

    def record(self) -> dict[str, str | int]:
        return {
            "name": self.topics.first,
            "partitions": self.settings.partitions,
            "replication": self.settings.replication,
            **self.settings_of(self.topics.first),
        }

    def remove(self) -> None:
        for topic in self.topics.all:
            delete_topic(self.attempt.cluster.access, topic)

    def own_producer_settings(self) -> dict[str, str]:
        """The client settings of a producer with the cell's delivery semantics."""
        settings, config = self.settings, self.settings.traits.delivery.config
        return client_of(DEFAULT_CLIENT).producer_settings(settings, config, self.address, self.topics.first)

    def feeder_settings(self) -> dict[str, str]:
        """The client settings of an idempotent producer that feeds what is under test."""
        safe = SEMANTICS["idempotent"].config
        return client_of(DEFAULT_CLIENT).producer_settings(self.settings, safe, self.address, "")

    @property
    def proxied_address(self) -> str:
        """The addresses at which clients reach the brokers through the proxy, separated by commas."""
        return ",".join(f"{broker.proxy}:{broker.port}" for broker in self.attempt.access.proxied)

    def proxy(self, strikes: Sequence[Strike], *, wire_log: bool = False) -> Program | None:
        """The proxy between clients and the brokers or, if a strike is on brokers, between the brokers.

        None if it would have nothing to do.
        """
        if not (strikes or wire_log):
            return None
        access = self.attempt.access
        links = access.links if any(strike.is_between_brokers for strike in strikes) else None
        job = ProxyJob(
            name=PROXY_NAME,
            topic=self.topics.first,
            client_settings={},
            brokers=list(links.brokers if links else access.proxied),
            handover=(links.host, links.handover) if links else None,
            strikes=list(strikes),
            wire_log=wire_log,
            **self.common,
        )
        return Program("include.producers.proxy.proxy", job)

    def producer(self, sender: Sender) -> Program:
        """A producer that sends to the first topic."""
        return Program(client_of(sender.client).producer, self.producer_job(sender), sender.client)

    def producer_job(self, sender: Sender) -> ProducerJob:
        """The job of a producer that sends to the first topic."""
        settings, traits = self.settings, self.settings.traits
        is_transactional = traits.delivery.is_transactional
        client_settings = sender.client_settings
        if client_settings is None:
            client_settings = self.own_producer_settings()
        if sender.keys:
            client_settings = {**client_settings, **KEYED_PRODUCER_SETTINGS}
        buffered_messages = max(BUFFER_BYTES, settings.batch_bytes) // settings.message_bytes
        return ProducerJob(
            name=numbered(PRODUCER_NAME, sender.index),
            topic=self.topics.first,
            client_settings=client_settings,
            warm_up_messages=client_of(sender.client).warm_up_messages,
            index=sender.index,
            producers=sender.producers,
            partitions=settings.partitions,
            partition_cycle=sender.partition_cycle,
            keys=sender.keys,
            batch_bytes=sender.batch_bytes or settings.batch_bytes,
            most_per_request=settings.request_limit,
            linger_ms=settings.linger_ms,
            buffered_messages=sender.buffered_messages or buffered_messages,
            unacknowledged_messages=sender.unacknowledged_messages,
            rate=traits.pace.messages_per_second if traits.pace.is_fixed else None,
            drain_seconds=sender.drain_seconds,
            stops_after_failure=sender.stops_after_failure,
            congestion_control=sender.congestion_control,
            transaction_ms=traits.delivery.transaction_ms,
            transaction_messages=settings.transaction_messages if is_transactional else None,
            abort_percent=settings.abort_percent,
            end_timeout_ms=settings.end_timeout_ms if is_transactional else None,
            resend=SEMANTICS[settings.semantics].resend,
            pause_after=pause_while_sending(settings, sender.producers, sender.index),
            partitions_after_pause=settings.final_partitions if traits.disturbance.added_partitions else None,
            milestones=milestones(settings, sender.producers, sender.index),
            **self.duration,
            **self.content_fields,
        )

    def consumer(
        self,
        index: int,
        *,
        processing: Processing = Processing.RECEIVE_ONLY,
        client: ClientChoice = DEFAULT_CLIENT,
        client_settings: dict[str, str] | None = None,
        without_group: bool = False,
    ) -> Program:
        """A consumer that reads the last topic. It only receives messages, or also processes them.

        Args:
            index: The number of the consumer, from 0.
            client_settings: The settings of its client; None: those that follow from the cell's settings.
            without_group: Whether the consumer reads fixed partitions instead of joining a group.
        """
        settings, record = self.settings, client_of(client)
        fields = self.consumer_fields(
            index, client=client, client_settings=client_settings, without_group=without_group
        )
        if processing is Processing.RECEIVE_ONLY:
            return Program(record.consumer, ConsumerJob(**fields), client)
        faults = settings.traits.disturbance.faults
        job = ProcessingJob(
            processing=processing,
            batch_messages=settings.batch_messages,
            # In a copy, faults strike the copiers.
            pause_after=None if self.topics.copied else pause_between_steps(settings, index),
            pauses_before_processing=any(
                fault.pause_point is PausePoint.BEFORE_PROCESSING for fault in faults
            ),
            **fields,
        )
        return Program(record.processing_consumer, job, client)

    def consumer_fields(
        self,
        index: int,
        *,
        client: ClientChoice = DEFAULT_CLIENT,
        client_settings: dict[str, str] | None = None,
        without_group: bool = False,
    ) -> ConsumerFields:
        """The fields of the job of a consumer that reads the last topic; see ``consumer``."""
        settings, topic, record = self.settings, self.topics.last, client_of(client)
        if client_settings is None:
            client_settings = record.consumer_settings(settings, self.address, topic)
        partitions = range(settings.partitions)[index :: settings.consumers] if without_group else ()
        return {
            "name": consumer_name(index),
            "topic": topic,
            "index": index,
            "assigned": list(partitions),
            "client_settings": client_settings,
            "warm_up_messages": record.warm_up_messages,
            "transformed": self.topics.copied is not None,
            **self.content_fields,
        }

    def observers(self) -> list[Program]:
        """The observer of how far the last topic can be read, as a list; empty without ``visibility_ms``."""
        settings, topic = self.settings, self.topics.last
        if settings.visibility_ms is None:
            return []
        job = VisibilityJob(
            name="observer",
            topic=topic,
            client_settings=client_of(DEFAULT_CLIENT).consumer_settings(settings, self.address, topic),
            partitions=settings.partitions,
            interval_ms=settings.visibility_ms,
            **self.common,
        )
        return [Program("include.consumers.observer", job)]


def consumer_name(index: int) -> str:
    """The name of consumer number ``index``, counted from 0."""
    return f"consumer-{index}"


def numbered(name: str, index: int) -> str:
    """The name of producer number ``index``, counted from 0. The first producer's name has no number."""
    return f"{name}-{index}" if index else name


def _is_message_missing(folder: Path) -> bool:
    """Whether a sent message was not received. The topic must then be searched for this message."""
    files = [pq.ParquetFile(folder / f"{name}.parquet") for name in ("sent", "received")]
    sent, received = (file.read(columns=["id"]) for file in files)
    return not np.isin(numbers(sent["id"]), numbers(received["id"])).all()
