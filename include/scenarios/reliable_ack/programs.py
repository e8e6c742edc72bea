"""The load programs of a cell on a lossy network: the producer, its monitor, and who reports to that."""

from typing import TYPE_CHECKING

from include.load_runtime.job import ProducerJob
from include.load_runtime.scenarios.reliable_ack.jobs import CopyingJob, MonitorJob, ReceiptsJob
from include.scenarios.kafka_clients import receipt_settings, retransmitter_settings
from include.scenarios.reliable_ack.settings import RackSettings, Sending

if TYPE_CHECKING:
    from include.scenarios.load_programs import Place

MONITOR = "monitor"

DRAIN_SECONDS = 60.0
"""How long a monitor goes on without new copies. What isn't confirmed by then is unfinished."""


def on_lossy_network(settings: RackSettings, job: ProducerJob) -> ProducerJob:
    """A producer's job, as its level and its network have it."""
    buffered = max(settings.buffer_bytes, settings.batch_bytes) // settings.message_bytes
    waiting = {"batch_bytes": 1, "buffered_messages": 1}  # the next message goes when this one is confirmed
    pipelined = {"buffered_messages": max(1, buffered)}
    limits = waiting if settings.sending is Sending.ONE_BY_ONE else pipelined
    changed = job.model_copy(update={**limits, "congestion_control": settings.congestion_control.value})
    if not settings.has_monitor:
        return changed
    return CopyingJob(
        **changed.model_dump(),
        copy_connections=settings.copy_connections,
        copy_congestion_control=settings.copy_congestion_control.value,
    )


def monitor(settings: RackSettings, place: "Place") -> MonitorJob:
    """The monitor's job."""
    return MonitorJob(
        name=MONITOR,
        topic=place.topics.first,
        client_settings=retransmitter_settings(settings, place.bootstrap),
        message_bytes=settings.message_bytes,
        partitions=settings.partitions,
        slots=settings.monitor_slots,
        drain_seconds=DRAIN_SECONDS,
        survives=bool(settings.faults),
        **place.common,
    )


def receipts(settings: RackSettings, place: "Place") -> list[ReceiptsJob]:
    """The jobs of those beside the brokers, of whom there are as many as a partition has replicas."""
    return [
        ReceiptsJob(
            name=f"receipts-{index}",
            topic=place.topics.first,
            client_settings=receipt_settings(settings, place.bootstrap, place.topics.first),
            index=index,
            of=settings.replication,
            **place.common,
        )
        for index in range(settings.replication)
    ]
