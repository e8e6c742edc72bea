"""The producers and the consumers of a cell on Kafka brokers, and their jobs."""

from collections.abc import Sequence
from typing import Any

from include.cells.cell_context import CellContext
from include.faults.fault import PausePoint
from include.load_runtime.client_choice import DEFAULT_CLIENT, ClientChoice
from include.load_runtime.job import (
    PROXY_NAME,
    ConsumerJob,
    Processing,
    ProcessingJob,
    ProducerJob,
    ProxyJob,
    VisibilityJob,
    shared_messages,
)
from include.load_runtime.programs_of_cell import Program
from include.load_runtime.strike_terms import Strike
from include.scenarios.clients.registry import client_of
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.settings_of_both_clients import BUFFER_BYTES

PRODUCER_NAME = "producer"

OBSERVER_NAME = "observer"


def own_producer_settings(context: CellContext[KafkaClientSettings]) -> dict[str, str]:
    """The client settings of the producer that has the cell's semantics."""
    settings, client = context.settings, client_of(DEFAULT_CLIENT)
    return client.producer_settings(settings, settings.traits.config, context.address, context.topics.first)


def proxy_program(
    context: CellContext[KafkaClientSettings], strikes: Sequence[Strike], wire_log: bool
) -> Program:
    """The proxy between the producer and the brokers."""
    job = ProxyJob(
        name=PROXY_NAME,
        topic=context.topics.first,
        client_settings={},
        brokers=list(context.proxied),
        strikes=list(strikes),
        wire_log=wire_log,
        **context.common,
    )
    return Program("include.proxies.proxy", job)


def consumer_name(index: int) -> str:
    """The name of the consumer with this number, from 0."""
    return f"consumer-{index}"


def numbered(name: str, index: int) -> str:
    """The name of the producer with this number, from 0. The first producer's name has no number."""
    return f"{name}-{index}" if index else name


def producer_job(context: CellContext[KafkaClientSettings], **changes: Any) -> ProducerJob:  # noqa: ANN401
    """The job of a producer that is under test; ``changes`` replace fields of the job."""
    settings, traits = context.settings, context.settings.traits
    index, producers = changes.get("index", 0), changes.get("producers", 1)
    job: dict[str, Any] = {
        "name": numbered(PRODUCER_NAME, index),
        "topic": context.topics.first,
        "partitions": settings.partitions,
        "batch_bytes": settings.batch_bytes,
        "most_per_request": settings.request_limit,
        "linger_ms": settings.linger_ms,
        "buffered_messages": max(BUFFER_BYTES, settings.batch_bytes) // settings.message_bytes,
        "rate": traits.messages_per_second if traits.is_paced else None,
        **context.duration,
        "transaction_ms": traits.transaction_ms,
        "transaction_messages": settings.transaction_messages if traits.is_transactional else None,
        "abort_percent": settings.abort_percent,
        "end_timeout_ms": settings.end_timeout_ms if traits.is_transactional else None,
        "resend": SEMANTICS[settings.semantics].resend,
        "keeps_records_in_files": bool(traits.faults),
        "pause_after": _pause_while_sending(settings, producers),
        "milestones": _milestones(settings, producers, index),
        **context.common,
        **dict(context.content),
        **changes,
    }
    job.setdefault("client_settings", own_producer_settings(context))
    return ProducerJob(**job)


def consumer_program(
    context: CellContext[KafkaClientSettings],
    index: int,
    *,
    processing: Processing = Processing.RECEIVE_ONLY,
    client: ClientChoice = DEFAULT_CLIENT,
    without_group: bool = False,
    **changes: Any,  # noqa: ANN401
) -> Program:
    """A consumer of the last topic, which only receives or also processes.

    ``changes`` replace fields of its job.

    Args:
        index: The number of the consumer, from 0.
        without_group: Whether the consumer reads a fixed share of the partitions and joins no group.
    """
    settings, topic, record = context.settings, context.topics.last, client_of(client)
    job = {
        "name": consumer_name(index),
        "topic": topic,
        "index": index,
        "assigned": list(range(settings.partitions))[index :: settings.consumers] if without_group else [],
        "client_settings": record.consumer_settings(settings, context.address, topic),
        "warm_up_messages": record.warm_up_messages,
        **context.common,
        **dict(context.content),
    }
    if processing is Processing.RECEIVE_ONLY:
        return Program(record.consumer, ConsumerJob(**{**job, **changes}), client)
    faults = settings.traits.faults
    steps = {
        "processing": processing,
        "batch_messages": settings.batch_messages,
        "pause_after": pause_between_steps(settings, index),
        "pauses_before_processing": any(
            fault.pause_point is PausePoint.BEFORE_PROCESSING for fault in faults
        ),
    }
    return Program(record.processing_consumer, ProcessingJob(**{**job, **steps, **changes}), client)


def observer_programs(context: CellContext[KafkaClientSettings]) -> list[Program]:
    """The observer of how far consumers can read the last topic; empty if the settings require none."""
    settings, topic = context.settings, context.topics.last
    if settings.visibility_ms is None:
        return []
    job = VisibilityJob(
        name=OBSERVER_NAME,
        topic=topic,
        client_settings=client_of(DEFAULT_CLIENT).consumer_settings(settings, context.address, topic),
        partitions=settings.partitions,
        interval_ms=settings.visibility_ms,
        **context.common,
    )
    return [Program("include.monitors.visibility", job)]


def pause_between_steps(settings: KafkaClientSettings, index: int) -> int | None:
    """The number of messages after which a consumer pauses for a fault; None if it does not pause.

    Only the first consumer pauses, and only with a fault that strikes between two steps.
    """
    traits = settings.traits
    if index or not any(fault.pause_point.is_between_steps for fault in traits.faults):
        return None
    return settings.messages_of_share(traits.fault_window[0]) // traits.receivers


def _milestones(settings: KafkaClientSettings, producers: int, index: int) -> list[int]:
    """The counts of sent messages that a producer reports at once, for faults and for the lead-in."""
    traits, producer_messages = settings.traits, len(shared_messages(settings.messages, producers, index))
    of_faults = [settings.messages_of_share(share) for share in traits.fault_window if traits.faults]
    of_lead_in = [traits.lead_in_messages, settings.messages] if traits.lead_in_messages else []
    return sorted(
        {min(-(-messages // producers), producer_messages) for messages in (*of_faults, *of_lead_in)}
    )


def _pause_while_sending(settings: KafkaClientSettings, producers: int) -> int | None:
    traits = settings.traits
    if not any(fault.pause_point is PausePoint.WHILE_SENDING for fault in traits.faults):
        return None
    return max(1, settings.messages_of_share(traits.fault_window[0]) // producers)
