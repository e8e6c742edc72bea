"""A copy cell: copiers read the first topic and write to the second topic.

The copiers use the chosen client, and all other programs librdkafka.
"""

from dataclasses import dataclass
from functools import cached_property

from include.cells.cell_context import CellContext
from include.cells.kafka_programs import (
    consumer_program,
    observer_programs,
    pause_between_steps,
    producer_job,
)
from include.cells.kafka_workload import KafkaWorkload
from include.clusters.topic_names import further_topic, name_of
from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.job import CopyJob, Processing
from include.load_runtime.programs_of_cell import LoadPrograms, Program, Topics
from include.scenarios.clients.registry import client_of
from include.scenarios.copy import CopySettings
from include.scenarios.semantics.registry import SEMANTICS


@dataclass(frozen=True)
class CopyWorkload(KafkaWorkload[CopySettings]):
    """A workload with two topics."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the producer, and the topic that the copiers write to."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        return Topics(name_of(run, cell, number), name_of(run, further_topic(cell, "copied"), number))


workload = CopyWorkload


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
    """The producer. It is not under test, and is as safe as possible without transactions."""
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
            settings, settings.traits.config, context.address, transactional_id
        ),
        output=topics.last,
        index=index,
        processing=Processing.COMMIT_FIRST if commits_first else Processing.PROCESS_FIRST,
        batch_messages=settings.batch_messages,
        pause_after=pause_between_steps(settings, index),
        warm_up_messages=client.warm_up_messages,
        **context.common,
        **dict(context.content),
    )
    return Program(client.copier, job, settings.client)


def copier_settings(settings: CopySettings, address: str, group: str) -> dict[str, str]:
    """The settings of a copier's consumer, whose offsets the copier itself commits."""
    consumer_settings = client_of(settings.client).consumer_settings(settings, address, group)
    return {**consumer_settings, "enable.auto.commit": "false"}


def _consumer(context: CellContext[CopySettings], index: int) -> Program:
    """A consumer that checks the id and the content of each message.

    The copier has transformed the content.
    """
    return consumer_program(
        context,
        index,
        processing=Processing.AUTO_COMMIT,
        without_group=True,
        transformed=True,
        pause_after=None,
    )
