"""The load programs of a reliable ack cell: the producer, its monitor, and the programs that report to it."""

from dataclasses import replace

from include.load_runtime.job import ProducerJob
from include.load_runtime.processing import Isolation
from include.load_runtime.program import LoadPrograms, Program
from include.load_runtime.scenarios.reliable_ack.jobs import MonitoredProducerJob, MonitorJob, ReceiptsJob
from include.scenarios.cell_context import CellContext
from include.scenarios.kafka_clients import consumer_settings, producer_settings
from include.scenarios.kafka_programs import consumer_programs, producer_job
from include.scenarios.reliable_ack.settings import ReliableAckSettings, Sending
from include.scenarios.semantics.registry import SEMANTICS

MONITOR = "monitor"

DRAIN_SECONDS = 60.0
"""How long a monitor continues without new copies. What is not confirmed by then is unfinished."""

Context = CellContext[ReliableAckSettings]


def programs(context: Context) -> LoadPrograms:
    """The producer with its monitor where it has one, and consumers that read without a group."""
    job = _producer_job(context)
    module = "scenarios.reliable_ack.producer" if isinstance(job, MonitoredProducerJob) else "delivery"
    return LoadPrograms(
        producer=Program(f"include.producers.{module}", job),
        consumers=consumer_programs(context, reads_alone=True),
        serving=_serving(context) if context.settings.has_monitor else [],
    )


def _producer_job(context: Context) -> ProducerJob:
    """A producer's job, as its level and its network require."""
    settings = context.settings
    changes = {**_limits(settings), "congestion_control": settings.congestion_control.value}
    job = producer_job(context, **changes)
    if not settings.has_monitor:
        return job
    return MonitoredProducerJob(
        **job.model_dump(),
        copy_connections=settings.copy_connections,
        copy_congestion_control=settings.copy_congestion_control.value,
    )


def _limits(settings: ReliableAckSettings) -> dict[str, int]:
    """How many bytes a batch has, and how many messages may wait."""
    if settings.sending is Sending.ONE_BY_ONE:
        return {"batch_bytes": 1, "buffered_messages": 1}  # the next message goes when this one is confirmed
    buffered = max(settings.buffer_bytes, settings.batch_bytes) // settings.message_bytes
    return {"buffered_messages": max(1, buffered)}


def _serving(context: Context) -> list[Program]:
    """The monitor, and as many programs that report to it as a partition has replicas."""
    receipts = [_receipts_job(context, index) for index in range(context.settings.replication)]
    return [
        Program("include.monitors.reliable_ack.monitor", _monitor_job(context)),
        *(Program("include.monitors.reliable_ack.receipts", job) for job in receipts),
    ]


def _monitor_job(context: Context) -> MonitorJob:
    settings = context.settings
    return MonitorJob(
        name=MONITOR,
        topic=context.topics.first,
        client_settings=retransmitter_settings(settings, context.address),
        message_bytes=settings.message_bytes,
        partitions=settings.partitions,
        slots=settings.monitor_slots,
        drain_seconds=DRAIN_SECONDS,
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
    """The client settings with which a monitor retransmits.

    As published, all replicas confirm, and nothing but the monitor itself tries again.
    """
    config = replace(SEMANTICS["at-least-once"].config, retries=0, idempotence=False)
    timeout = str(settings.request_timeout_ms)
    return {**producer_settings(settings, config, address), "message.timeout.ms": timeout}


def receipt_settings(settings: ReliableAckSettings, address: str, group: str) -> dict[str, str]:
    """The client settings of a program that follows what a broker appends, committed or not.

    Receipts may come a little later, so that they do not take the broker's time for a few messages at once.
    """
    return {
        **consumer_settings(settings, address, group),
        "fetch.min.bytes": "262144",
        "fetch.wait.max.ms": "100",
        "isolation.level": Isolation.READ_UNCOMMITTED.value,
        "enable.auto.commit": "false",
    }
