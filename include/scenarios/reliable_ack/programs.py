"""The load programs of a reliable ack cell: the producer, its monitor, and the programs that report to it."""

from dataclasses import replace

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.job import Isolation
from include.load_runtime.program import LoadPrograms, Program
from include.load_runtime.scenarios.reliable_ack.jobs import (
    LimitedProducerJob,
    MonitoredProducerJob,
    MonitorJob,
    ReceiptsJob,
)
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.kafka_programs import consumer_programs, observer_programs, producer_job
from include.scenarios.reliable_ack.settings import FullBuffer, ReliableAckSettings, Sending
from include.scenarios.semantics.registry import SEMANTICS

MONITOR_NAME = "monitor"

MONITOR_DRAIN_SECONDS = 60.0
"""The time for which a monitor continues without new copies, unless the cell's drain is limited. Messages
that are not confirmed then count as unfinished."""

Context = CellContext[ReliableAckSettings]


def programs(context: Context) -> LoadPrograms:
    """The producer, its monitor if it has one, and consumers that join no group."""
    job = _producer_job(context)
    module = "producer" if isinstance(job, MonitoredProducerJob) else "limited_producer"
    return LoadPrograms(
        producer=Program(f"include.producers.scenarios.reliable_ack.{module}", job),
        consumers=consumer_programs(context, without_group=True),
        serving=_serving(context) if context.settings.has_monitor else [],
        observers=observer_programs(context),
    )


def _producer_job(context: Context) -> LimitedProducerJob:
    """The job of the producer, as the level of acknowledgement requires."""
    settings = context.settings
    changes = {**_limits(settings), "congestion_control": settings.congestion_control.value}
    job = LimitedProducerJob(
        **producer_job(context, **changes).model_dump(), drain_seconds=settings.drain_seconds
    )
    if not settings.has_monitor:
        return job
    return MonitoredProducerJob(
        **job.model_dump(),
        leaves_to_monitor=settings.full_buffer is FullBuffer.LEAVE_TO_MONITOR,
        copy_connections=settings.copy_connections,
        copy_congestion_control=settings.copy_congestion_control.value,
    )


def _limits(settings: ReliableAckSettings) -> dict[str, int]:
    """The maximum size of a batch in bytes, and how many messages may wait for acknowledgement."""
    if settings.sending is Sending.ONE_BY_ONE:
        return {"batch_bytes": 1, "buffered_messages": 1}  # the next message waits for the acknowledgement
    buffered = max(settings.buffer_bytes, settings.batch_bytes) // settings.message_bytes
    return {"buffered_messages": max(1, buffered)}


def _serving(context: Context) -> list[Program]:
    """The monitor, and as many programs that report receipts to it as a partition has replicas."""
    receipts = [_receipts_job(context, index) for index in range(context.settings.replication)]
    return [
        Program("include.monitors.reliable_ack.monitor", _monitor_job(context)),
        *(Program("include.monitors.reliable_ack.receipts", job) for job in receipts),
    ]


def _monitor_job(context: Context) -> MonitorJob:
    settings = context.settings
    return MonitorJob(
        name=MONITOR_NAME,
        topic=context.topics.first,
        client_settings=retransmitter_settings(settings, context.address),
        message_bytes=settings.message_bytes,
        partitions=settings.partitions,
        slots=settings.monitor_slots,
        drain_seconds=settings.drain_seconds or MONITOR_DRAIN_SECONDS,
        keeps_records_in_files=bool(settings.faults),
        **context.common,
    )


def _receipts_job(context: Context, index: int) -> ReceiptsJob:
    return ReceiptsJob(
        name=f"receipts-{index}",
        topic=context.topics.first,
        client_settings=receipt_settings(context.settings, context.address, context.topics.first),
        index=index,
        of=context.settings.replication,
        **context.common,
    )


def retransmitter_settings(settings: ReliableAckSettings, address: str) -> dict[str, str]:
    """The client settings with which a monitor retransmits messages.

    As in the paper, all replicas acknowledge, and the client does not retry, because the monitor does.
    """
    config = replace(SEMANTICS["at-least-once"].config, retries=0)
    usual = client_of(DEFAULT_CLIENT).producer_settings(settings, config, address, "")
    return {**usual, "message.timeout.ms": str(settings.request_timeout_ms)}


def receipt_settings(settings: ReliableAckSettings, address: str, group: str) -> dict[str, str]:
    """The client settings of a program that reports the messages that a broker has appended.

    Each fetch waits for many messages, so that fetches take little time of the broker; receipts arrive up to
    100 ms later.
    """
    return {
        **client_of(DEFAULT_CLIENT).consumer_settings(settings, address, group),
        "fetch.min.bytes": "262144",
        "fetch.wait.max.ms": "100",
        "isolation.level": Isolation.READ_UNCOMMITTED.value,
        "enable.auto.commit": "false",
    }
