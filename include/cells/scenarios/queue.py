"""A queue cell: a Kafka topic, or a queue of another server, is filled and then emptied."""

from dataclasses import dataclass
from typing import Any

from include.cells.cell_context import CellContext
from include.cells.kafka_programs import PRODUCER_NAME, consumer_name, consumer_program, producer_job
from include.cells.kafka_workload import KafkaWorkload
from include.cells.scenario_workload import CellAttempt, Workload
from include.load_runtime.programs_of_cell import LoadPrograms, Program
from include.load_runtime.scenarios.queue import DequeueJob, EnqueueJob
from include.scenarios.queue import QueueSettings
from include.servers.registry import SERVERS
from include.servers.server_kind import ServerKind


@dataclass(frozen=True)
class ServerQueueWorkload(Workload[QueueSettings]):
    """A queue of another server than Kafka.

    A queue has no replicas. At the end of a successful cell it is empty, so that there is nothing to audit.
    """

    def create(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.create_queue(address, self.settings.system, self.topics.first)

    def record(self) -> dict[str, Any]:
        return {"name": self.topics.first, "system": self.settings.system}

    def remove(self) -> None:
        address = self.attempt.cluster.access.bootstrap
        self._server.remove_queue(address, self.topics.first)

    @property
    def _server(self) -> ServerKind:
        return SERVERS[self.settings.traits.server or ""]


def workload(attempt: CellAttempt, settings: QueueSettings) -> Workload[QueueSettings]:
    """A Kafka topic, or the queue of a server, as the settings say."""
    workload_class = KafkaWorkload if settings.traits.server is None else ServerQueueWorkload
    return workload_class(attempt, settings)


def programs(context: CellContext[QueueSettings]) -> LoadPrograms:
    """A program that fills the queue, or the Kafka topic, and programs that empty it."""
    return _kafka_programs(context) if context.settings.traits.server is None else _server_programs(context)


def _kafka_programs(context: CellContext[QueueSettings]) -> LoadPrograms:
    consumers = [consumer_program(context, index) for index in range(context.settings.consumers)]
    return LoadPrograms(Program("include.producers.delivery", producer_job(context)), consumers)


def _server_programs(context: CellContext[QueueSettings]) -> LoadPrograms:
    consumers = [_consumer(context, index) for index in range(context.settings.consumers)]
    return LoadPrograms(_producer(context), consumers)


def _producer(context: CellContext[QueueSettings]) -> Program:
    settings = context.settings
    job = EnqueueJob(
        name=PRODUCER_NAME,
        partitions=settings.partitions,
        batch_bytes=settings.batch_messages * settings.message_bytes,
        most_per_request=settings.batch_messages,
        linger_ms=0,
        buffered_messages=settings.batch_messages,
        **context.duration,
        **_common(context),
    )
    return Program("include.producers.scenarios.queue.queue_producer", job)


def _consumer(context: CellContext[QueueSettings], index: int) -> Program:
    job = DequeueJob(name=consumer_name(index), index=index, **_common(context))
    return Program("include.consumers.scenarios.queue.queue_consumer", job)


def _common(context: CellContext[QueueSettings]) -> dict[str, Any]:
    """The fields that the jobs of producers and consumers have in common."""
    return {
        **context.common,
        **dict(context.content),
        "topic": context.topics.first,
        "client_settings": {},
        "system": context.settings.system,
        "address": context.address,
        "batch_messages": context.settings.batch_messages,
    }
