"""A queue cell: a Kafka topic, or a queue of another server, is filled and then emptied."""

from dataclasses import dataclass

from include.cells.kafka_workload import PRODUCER_NAME, KafkaWorkload, Sender, consumer_name
from include.cells.scenario_workload import CellAttempt, Workload
from include.load.job_fields import ContentFields
from include.load.program_descriptions import LoadPrograms, Program
from include.scenarios.queue.programs.jobs import DequeueJob, EnqueueJob
from include.scenarios.queue.server_start import ServerKind
from include.scenarios.queue.settings import QueueSettings
from include.scenarios.queue.systems import servers_by_system


class KafkaQueueWorkload(KafkaWorkload[QueueSettings]):
    """A workload that uses a Kafka topic as a queue."""

    def programs(self) -> LoadPrograms:
        """A program that fills the topic, and programs that empty it."""
        consumers = [self.consumer(index) for index in range(self.settings.consumers)]
        return LoadPrograms(self.producer(Sender()), consumers)


class QueueFields(ContentFields):
    """The fields that the jobs of producers and consumers have in common."""

    topic: str
    client_settings: dict[str, str]
    system: str
    address: str
    batch_messages: int


@dataclass(frozen=True)
class ServerQueueWorkload(Workload[QueueSettings]):
    """A workload on a queue of a server other than Kafka, such as Redis.

    A queue has no replicas. At the end of a successful cell the queue is empty. So there is nothing to audit.
    """

    def create(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.create_queue(address, self.settings.system, self.topics.first)

    def programs(self) -> LoadPrograms:
        """A program that fills the queue, and programs that empty it."""
        settings = self.settings
        job = EnqueueJob(
            name=PRODUCER_NAME,
            partitions=settings.partitions,
            batch_bytes=settings.batch_messages * settings.message_bytes,
            most_per_request=settings.batch_messages,
            linger_ms=0,
            buffered_messages=settings.batch_messages,
            **self.duration,
            **self._queue_fields(),
        )
        consumers = [
            DequeueJob(name=consumer_name(index), index=index, **self._queue_fields())
            for index in range(settings.consumers)
        ]
        return LoadPrograms(
            Program("include.scenarios.queue.programs.producer", job),
            [Program("include.scenarios.queue.programs.consumer", job) for job in consumers],
        )

    def record(self) -> dict[str, str | int]:
        return {"name": self.topics.first, "system": self.settings.system}

    def remove(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.remove_queue(address, self.topics.first)

    @property
    def _server(self) -> ServerKind:
        return servers_by_system()[self.settings.system].kind()

    def _queue_fields(self) -> QueueFields:
        return {
            **self.content_fields,
            "topic": self.topics.first,
            "client_settings": {},
            "system": self.settings.system,
            "address": self.address,
            "batch_messages": self.settings.batch_messages,
        }


def workload_of(attempt: CellAttempt, settings: QueueSettings) -> Workload[QueueSettings]:
    """The workload that the settings require: on a Kafka topic, or on a queue of another server."""
    workload_class = KafkaQueueWorkload if settings.traits.needs.server is None else ServerQueueWorkload
    return workload_class(attempt, settings)
