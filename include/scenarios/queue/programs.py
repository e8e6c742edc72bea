"""The load programs of a cell that goes through a queue which isn't Kafka's."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from include.load_runtime.message import cell_number
from include.load_runtime.program import Program
from include.load_runtime.scenarios.queue.jobs import DequeueJob, EnqueueJob
from include.load_runtime.scenarios.queue.systems import Server
from include.scenarios.load_programs import LoadPrograms
from include.scenarios.queue.settings import QueueSettings

MODULES: dict[str | None, str] = {Server.REDIS: "redis", Server.RABBITMQ: "rabbitmq"}
"""Of producers and of consumers alike."""


@dataclass(frozen=True)
class QueuePlace:
    """What the programs of a cell have in common."""

    settings: QueueSettings
    number: int
    folder: Path
    queue: str
    address: str

    @property
    def common(self) -> dict[str, Any]:
        """What every job says."""
        settings = self.settings
        return {
            "folder": self.folder,
            "cell": self.number,
            "messages": settings.messages,
            "topic": self.queue,
            "client_settings": {},
            "system": settings.system,
            "address": self.address,
            "batch_messages": settings.batch_messages,
        }


def queue_programs(
    settings: QueueSettings, run_id: str, cell_id: str, folder: Path, queue: str, address: str
) -> LoadPrograms:
    """One program that fills the queue, and those that empty it."""
    place = QueuePlace(settings, cell_number(run_id, cell_id), folder, queue, address)
    consumers = [_consumer(place, index) for index in range(settings.consumers)]
    return LoadPrograms(serving=[], producer=_producer(place), consumers=consumers, copiers=[])


def _producer(place: QueuePlace) -> Program:
    settings = place.settings
    job = EnqueueJob(
        name="producer",
        message_bytes=settings.message_bytes,
        filler=settings.filler,
        filler_seed=place.number,
        partitions=settings.partitions,
        batch_bytes=settings.batch_messages * settings.message_bytes,
        most_per_request=settings.batch_messages,
        linger_ms=0,
        buffered_messages=settings.batch_messages,
        **place.common,
    )
    return Program(f"include.producers.scenarios.queue.{MODULES[settings.server]}", job)


def _consumer(place: QueuePlace, index: int) -> Program:
    job = DequeueJob(name=f"consumer-{index}", index=index, **place.common)
    return Program(f"include.consumers.scenarios.queue.{MODULES[place.settings.server]}", job)
