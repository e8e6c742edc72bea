"""The load programs of a delivery cell, and the jobs they are given."""

from dataclasses import dataclass
from pathlib import Path

from include.programs.job import ConsumerJob, Job, ProducerJob
from include.programs.message import cell_number
from include.scenarios.delivery import UNTHROTTLED, DeliverySettings
from include.scenarios.delivery_clients import BUFFER_BYTES, consumer_settings, producer_settings


@dataclass(frozen=True)
class Program:
    """A load program to start: a module run by Python, and its job."""

    module: str
    job: Job

    @property
    def name(self) -> str:
        """Its name within the cell."""
        return self.job.name


@dataclass(frozen=True)
class DeliveryPrograms:
    """One producer, and the consumers of one group."""

    producer: Program
    consumers: list[Program]


def delivery_programs(
    settings: DeliverySettings, run_id: str, cell_id: str, folder: Path, topic: str, bootstrap: str
) -> DeliveryPrograms:
    """The programs of a cell; its topic's name also names its group and its transactional id."""
    number = cell_number(run_id, cell_id)
    producer = ProducerJob(
        name="producer",
        folder=folder,
        topic=topic,
        cell=number,
        messages=settings.messages,
        client_settings=producer_settings(settings, bootstrap, topic),
        message_bytes=settings.message_bytes,
        filler=settings.filler,
        filler_seed=number,
        partitions=settings.partitions,
        batch_bytes=settings.batch_bytes,
        buffered_messages=max(BUFFER_BYTES, settings.batch_bytes) // settings.message_bytes,
        rate=None if settings.rate == UNTHROTTLED else settings.rate,
        transaction_ms=settings.transaction_ms if settings.promise.transactional else None,
    )
    consumers = [
        ConsumerJob(
            name=f"consumer-{index}",
            folder=folder,
            topic=topic,
            cell=number,
            messages=settings.messages,
            client_settings=consumer_settings(settings, bootstrap, topic),
            index=index,
        )
        for index in range(settings.consumers)
    ]
    return DeliveryPrograms(
        Program("include.producers.delivery", producer),
        [Program("include.consumers.delivery", consumer) for consumer in consumers],
    )
