"""The load programs of a copy cell. The copiers use the chosen client, and all other programs librdkafka."""

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.job import CopyJob, Processing
from include.load_runtime.program import LoadPrograms, Program
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.copy.settings import CopySettings
from include.scenarios.kafka_programs import (
    consumer_job,
    observer_programs,
    pause_between_steps,
    processing_program,
    producer_job,
)
from include.scenarios.semantics.registry import SEMANTICS


def programs(context: CellContext[CopySettings]) -> LoadPrograms:
    """A producer that feeds the first topic, copiers, and consumers that read the second topic."""
    settings = context.settings
    return LoadPrograms(
        producer=_feeder(context),
        copiers=[_copier(context, index) for index in range(settings.copiers)],
        consumers=[_consumer(context, index) for index in range(settings.consumers)],
        observers=observer_programs(context),
    )


def _feeder(context: CellContext[CopySettings]) -> Program:
    """The producer, which is not under test: it is as safe as possible without transactions."""
    safe = SEMANTICS["idempotent"].config
    settings = client_of(DEFAULT_CLIENT).producer_settings(context.settings, safe, context.address, "")
    job = producer_job(context, client_settings=settings, transaction_ms=None)
    return Program("include.producers.delivery", job)


def _copier(context: CellContext[CopySettings], index: int) -> Program:
    settings, topics = context.settings, context.topics
    client = client_of(settings.client)
    commits_first = SEMANTICS[settings.semantics].commits_before_producing
    transactional_id = f"{topics.first}-{index}"
    job = CopyJob(
        name=f"copier-{index}",
        topic=topics.first,
        client_settings=copier_settings(settings, context.address, topics.first),
        producer_settings=client.producer_settings(
            settings, settings.delivery_config, context.address, transactional_id
        ),
        output=topics.last,
        index=index,
        processing=Processing.COMMIT_FIRST if commits_first else Processing.PROCESS_FIRST,
        batch_messages=settings.batch_messages,
        pause_after=pause_between_steps(settings, index),
        warm_up_messages=client.warm_up_messages,
        **context.common,
        **context.content,
    )
    return Program(client.copier, job, settings.client)


def copier_settings(settings: CopySettings, address: str, group: str) -> dict[str, str]:
    """The settings of a copier's consumer, whose offsets the copier itself commits."""
    consumer_settings = client_of(settings.client).consumer_settings(settings, address, group)
    return {**consumer_settings, "enable.auto.commit": "false"}


def _consumer(context: CellContext[CopySettings], index: int) -> Program:
    """A consumer that checks each message's id, and its content, which the copier has transformed."""
    job = consumer_job(context, index, without_group=True)
    return processing_program(context, job, Processing.AUTO_COMMIT, transformed=True, pause_after=None)
