"""The producer and the consumers of a cell on Kafka's brokers, and the jobs they are given."""

from typing import Any

from include.faults.fault import PausePoint, Target
from include.load_runtime.job import ConsumerJob, ProcessingJob, ProducerJob
from include.load_runtime.processing import Processing
from include.load_runtime.program import Program
from include.scenarios.cell_context import CellContext
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.kafka_clients import BUFFER_BYTES, consumer_settings, producer_settings
from include.scenarios.processing_settings import ProcessingSettings
from include.scenarios.semantics.registry import SEMANTICS

PRODUCER = "producer"


def own_producer_settings(context: CellContext[KafkaClientSettings]) -> dict[str, str]:
    """The client settings of the producer whose semantics is the cell's."""
    settings = context.settings
    return producer_settings(settings, settings.delivery_config, context.address, context.topics.first)


def producer_job(context: CellContext[KafkaClientSettings], **changes: Any) -> ProducerJob:  # noqa: ANN401
    """The job of a producer that is under test; ``changes`` are what a scenario has otherwise."""
    settings = context.settings
    job: dict[str, Any] = {
        "name": PRODUCER,
        "topic": context.topics.first,
        "partitions": settings.partitions,
        "batch_bytes": settings.batch_bytes,
        "most_per_request": settings.request_limit,
        "linger_ms": settings.linger_ms,
        "buffered_messages": max(BUFFER_BYTES, settings.batch_bytes) // settings.message_bytes,
        "rate": settings.messages_per_second if settings.is_paced else None,
        "transaction_ms": settings.target_transaction_ms,
        "resend": SEMANTICS[settings.semantics].resend,
        "keeps_records_in_files": bool(settings.faults),
        "pause_after": _pause_while_sending(settings),
        "milestones": [share_of(settings, share) for share in settings.fault_window]
        if settings.faults
        else [],
        **context.common,
        **context.content,
        **changes,
    }
    job.setdefault("client_settings", own_producer_settings(context))
    return ProducerJob(**job)


def consumer_job(
    context: CellContext[KafkaClientSettings],
    index: int,
    *,
    reads_alone: bool,
    **changes: Any,  # noqa: ANN401
) -> ConsumerJob:
    """The job of a consumer of the last topic.

    One that ``reads_alone`` is assigned its share of the partitions, and is in no group: what a group does
    under a fault is then not under test.
    """
    settings, topic = context.settings, context.topics.last
    partitions = list(range(settings.partitions))[index :: settings.consumers] if reads_alone else []
    job = {
        "name": f"consumer-{index}",
        "topic": topic,
        "index": index,
        "assigned": partitions,
        **context.common,
        **changes,
    }
    job.setdefault("client_settings", consumer_settings(settings, context.address, topic))
    return ConsumerJob(**job)


def processing_program(
    context: CellContext[KafkaClientSettings],
    job: ConsumerJob,
    processing: Processing,
    **changes: Any,  # noqa: ANN401
) -> Program:
    """A consumer that processes what it receives, in this order of its two steps."""
    faults = context.settings.faults
    described = {
        **job.model_dump(exclude={"pause_after"}),
        "processing": processing,
        "batch_messages": context.settings.batch_messages,
        "pause_after": pause_between_steps(context.settings, job.index),
        "pauses_before_processing": any(
            fault.pause_point is PausePoint.BEFORE_PROCESSING for fault in faults
        ),
        **context.content,
        **changes,
    }
    return Program("include.consumers.processing", ProcessingJob(**described))


def consumer_programs(
    context: CellContext[ProcessingSettings],
    *,
    reads_alone: bool | None = None,
    client_settings: Any = None,  # noqa: ANN401
) -> list[Program]:
    """The consumers of a cell, which receive only, or process.

    Args:
        context: The cell.
        reads_alone: Whether they are in no group; by default so where they receive only and a fault strikes
            something else than a consumer.
        client_settings: Gives the client settings of the consumer of a name; by default the usual ones.
    """
    settings = context.settings
    alone = _reads_alone(settings) if reads_alone is None else reads_alone
    programs = []
    for index in range(settings.consumers):
        own = {"client_settings": client_settings(f"consumer-{index}")} if client_settings else {}
        job = consumer_job(context, index, reads_alone=alone, **own)
        if settings.processing is Processing.RECEIVE_ONLY:
            programs.append(Program("include.consumers.delivery", job))
        else:
            programs.append(processing_program(context, job, settings.processing))
    return programs


def pause_between_steps(settings: KafkaClientSettings, index: int) -> int | None:
    """After how many messages the first consumer pauses for a fault; None where it does not pause."""
    is_struck = index == 0 and any(fault.pause_point.is_between_steps for fault in settings.faults)
    return share_of(settings, settings.fault_window[0]) // settings.receivers if is_struck else None


def share_of(settings: KafkaClientSettings, share: float) -> int:
    """So many of the cell's messages, at least one."""
    return max(1, int(settings.messages * share))


def _pause_while_sending(settings: KafkaClientSettings) -> int | None:
    is_struck = any(fault.pause_point is PausePoint.WHILE_SENDING for fault in settings.faults)
    return share_of(settings, settings.fault_window[0]) if is_struck else None


def _reads_alone(settings: ProcessingSettings) -> bool:
    is_struck_elsewhere = any(fault.target is not Target.CONSUMER for fault in settings.faults)
    return settings.processing is Processing.RECEIVE_ONLY and is_struck_elsewhere
