"""The load programs of a queue cell."""

from typing import Any

from include.load_runtime.program import LoadPrograms, Program
from include.load_runtime.scenarios.queue.jobs import DequeueJob, EnqueueJob
from include.load_runtime.scenarios.queue.systems import Server
from include.scenarios.cell_context import CellContext
from include.scenarios.kafka_programs import PRODUCER_NAME, consumer_job, producer_job
from include.scenarios.queue.settings import QueueSettings

CLIENT_MODULES: dict[str | None, str] = {Server.REDIS: "redis", Server.RABBITMQ: "rabbitmq"}


def programs(context: CellContext[QueueSettings]) -> LoadPrograms:
    """A program that fills the queue, or the Kafka topic, and programs that empty it."""
    return _kafka_programs(context) if context.settings.server is None else _server_programs(context)


def _kafka_programs(context: CellContext[QueueSettings]) -> LoadPrograms:
    consumers = [
        Program("include.consumers.delivery", consumer_job(context, index, without_group=False))
        for index in range(context.settings.consumers)
    ]
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
    return Program(f"include.producers.scenarios.queue.{CLIENT_MODULES[settings.server]}", job)


def _consumer(context: CellContext[QueueSettings], index: int) -> Program:
    job = DequeueJob(name=f"consumer-{index}", index=index, **_common(context))
    return Program(f"include.consumers.scenarios.queue.{CLIENT_MODULES[context.settings.server]}", job)


def _common(context: CellContext[QueueSettings]) -> dict[str, Any]:
    """The fields that the jobs of producers and consumers have in common."""
    return {
        **context.common,
        **context.content,
        "topic": context.topics.first,
        "client_settings": {},
        "system": context.settings.system,
        "address": context.address,
        "batch_messages": context.settings.batch_messages,
    }
