"""The load programs of a cell, and the jobs they are given."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from include.faults.specification import HELD, KINDS, FaultName, Target
from include.load_runtime.job import ConsumerJob, CopyJob, ProcessingJob, ProducerJob, Resend
from include.load_runtime.message import cell_number
from include.load_runtime.processing import Processing
from include.load_runtime.program import Program
from include.load_runtime.scenarios.reliable_ack.jobs import CopyingJob
from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import UNTHROTTLED, DeliverySettings
from include.scenarios.group_rebalance.settings import OwnershipSettings
from include.scenarios.kafka_clients import (
    BUFFER_BYTES,
    consumer_settings,
    copier_settings,
    feeder_settings,
    member_settings,
    producer_settings,
)
from include.scenarios.reliable_ack.programs import monitor, on_lossy_network, receipts
from include.scenarios.reliable_ack.settings import RackSettings
from include.scenarios.semantics import Semantics

PRODUCER = "producer"


@dataclass(frozen=True)
class Topics:
    """A cell's topics: the one that is produced to, and what a copier writes to where there is one."""

    first: str
    copied: str | None = None

    @property
    def last(self) -> str:
        """The one that the consumers read."""
        return self.copied or self.first

    @property
    def all(self) -> list[str]:
        """Both, or the only one."""
        return [self.first, *([self.copied] if self.copied else [])]


@dataclass(frozen=True)
class LoadPrograms:
    """One producer, and who serves it; the consumers of one group, and copiers of another."""

    producer: Program
    consumers: list[Program]
    copiers: list[Program]
    serving: list[Program]
    """The producer's monitor and who reports to that, where it has one."""

    @property
    def receivers(self) -> list[Program]:
        """The members of both groups."""
        return [*self.consumers, *self.copiers]

    @property
    def senders(self) -> list[Program]:
        """The producer, after who serves it."""
        return [*self.serving, self.producer]

    @property
    def all(self) -> list[Program]:
        """Those that receive first, in the order in which they are started."""
        return [*self.receivers, *self.senders]


@dataclass(frozen=True)
class Place:
    """What the programs of a cell have in common."""

    settings: DeliverySettings
    number: int
    folder: Path
    topics: Topics
    bootstrap: str

    @property
    def common(self) -> dict[str, Any]:
        """What every job says."""
        return {"folder": self.folder, "cell": self.number, "messages": self.settings.messages}

    @property
    def content(self) -> dict[str, Any]:
        """What tells the content of each message."""
        return {
            "message_bytes": self.settings.message_bytes,
            "filler": self.settings.filler,
            "filler_seed": self.number,
        }


def load_programs(
    settings: DeliverySettings, run_id: str, cell_id: str, folder: Path, topics: Topics, bootstrap: str
) -> LoadPrograms:
    """The programs of a cell; its topics' names also name its groups and its transactional ids."""
    place = Place(settings, cell_number(run_id, cell_id), folder, topics, bootstrap)
    copiers = range(settings.copiers) if isinstance(settings, CopySettings) else ()
    return LoadPrograms(
        producer=_producer(place),
        consumers=[_consumer(place, index) for index in range(settings.consumers)],
        copiers=[_copier(place, index) for index in copiers],
        serving=_serving(place),
    )


def _producer(place: Place) -> Program:
    settings, topic = place.settings, place.topics.first
    is_under_test = not isinstance(settings, CopySettings)
    transactional = is_under_test and settings.promise.transactional
    struck = {FaultName.KILL_PRODUCER, FaultName.FREEZE_PRODUCER} & set(settings.faults)
    job = ProducerJob(
        name=PRODUCER,
        topic=topic,
        client_settings=(
            producer_settings(settings, place.bootstrap, topic)
            if is_under_test
            else feeder_settings(settings, place.bootstrap)
        ),
        partitions=settings.partitions,
        batch_bytes=settings.batch_bytes,
        most_per_request=settings.most_per_request,
        linger_ms=settings.linger_ms,
        buffered_messages=max(BUFFER_BYTES, settings.batch_bytes) // settings.message_bytes,
        rate=None if settings.rate == UNTHROTTLED else settings.rate,
        transaction_ms=settings.transaction_ms if transactional else None,
        resend=_resend(settings.semantics),
        survives=bool(settings.faults),
        hold_after=_share(settings, settings.fault_after) if struck else None,
        keys=settings.keys if isinstance(settings, OwnershipSettings) else 0,
        milestones=[_share(settings, share) for share in (settings.fault_after, settings.fault_until)]
        if settings.faults
        else [],
        **place.common,
        **place.content,
    )
    if isinstance(settings, RackSettings):
        job = on_lossy_network(settings, job)
    module = (
        "include.producers.scenarios.reliable_ack.producer"
        if isinstance(job, CopyingJob)
        else "include.producers.delivery"
    )
    return Program(module, job)


def _serving(place: Place) -> list[Program]:
    settings = place.settings
    if not isinstance(settings, RackSettings) or not settings.has_monitor:
        return []
    return [
        Program("include.monitors.reliable_ack.monitor", monitor(settings, place)),
        *(Program("include.monitors.reliable_ack.receipts", job) for job in receipts(settings, place)),
    ]


def _resend(semantics: Semantics) -> Resend:
    match semantics:
        case Semantics.AT_MOST_ONCE:
            return Resend.NOT_HANDED_OVER
        case Semantics.EXACTLY_ONCE:
            return Resend.NOT_COMMITTED
        case _:
            return Resend.NOT_ACKED


def _consumer(place: Place, index: int) -> Program:
    settings, topic, name = place.settings, place.topics.last, f"consumer-{index}"
    job = ConsumerJob(
        name=name,
        topic=topic,
        client_settings=(
            member_settings(settings, place.bootstrap, topic, name)
            if isinstance(settings, OwnershipSettings)
            else consumer_settings(settings, place.bootstrap, topic)
        ),
        index=index,
        assigned=list(range(settings.partitions))[index :: settings.consumers] if _reads_alone(place) else [],
        **place.common,
    )
    if place.topics.copied:
        # Beside each message's id, what the copier made of its content is looked at.
        return Program("include.consumers.processing", _processing(place, job, Processing.AUTO_COMMIT))
    if settings.processing is Processing.RECEIVE_ONLY:
        return Program("include.consumers.delivery", job)
    return Program("include.consumers.processing", _processing(place, job, settings.processing))


def _reads_alone(place: Place) -> bool:
    """Whether consumers read without a group: what that does under a fault isn't what is under test then."""
    settings = place.settings
    if place.topics.copied or isinstance(settings, RackSettings):
        return True
    targets = {KINDS[fault].target for fault in settings.faults}
    return settings.processing is Processing.RECEIVE_ONLY and bool(targets - {Target.CONSUMER})


def _processing(place: Place, job: ConsumerJob, processing: Processing) -> ProcessingJob:
    is_copy = place.topics.copied is not None
    return ProcessingJob(
        **job.model_dump(exclude={"hold_after"}),
        processing=processing,
        batch_messages=place.settings.batch_messages,
        transformed=is_copy,
        hold_after=None if is_copy else _hold(place.settings, job.index),
        holds_before_processing=FaultName.KILL_BEFORE_PROCESSING in place.settings.faults,
        **place.content,
    )


def _copier(place: Place, index: int) -> Program:
    settings, topics = place.settings, place.topics
    order = {Semantics.AT_MOST_ONCE: Processing.COMMIT_FIRST}
    job = CopyJob(
        name=f"copier-{index}",
        topic=topics.first,
        client_settings=copier_settings(settings, place.bootstrap, topics.first),
        producer_settings=producer_settings(settings, place.bootstrap, f"{topics.first}-{index}"),
        output=topics.last,
        index=index,
        processing=order.get(settings.semantics, Processing.PROCESS_FIRST),
        batch_messages=settings.batch_messages,
        hold_after=_hold(settings, index),
        **place.common,
        **place.content,
    )
    return Program("include.consumers.copy", job)


def _hold(settings: DeliverySettings, index: int) -> int | None:
    """A fault between a consumer's two steps strikes the first one."""
    is_struck = index == 0 and any(fault in HELD for fault in settings.faults)
    return _share(settings, settings.fault_after) // settings.receivers if is_struck else None


def _share(settings: DeliverySettings, share: float) -> int:
    return max(1, int(settings.messages * share))
