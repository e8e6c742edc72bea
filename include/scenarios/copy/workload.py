"""A copy cell: copiers read one topic and write to another. Only copiers use the chosen client."""

from dataclasses import dataclass
from functools import cached_property

from include.cells.kafka_workload import KafkaWorkload, Sender
from include.cells.pause_and_report_counts import pause_between_steps
from include.clusters.topic_names import further_topic, name_of
from include.kinds.client_releases import client_of
from include.kinds.semantics.registry import SEMANTICS
from include.load.consumer_jobs import CopyJob
from include.load.job import Processing
from include.load.program_descriptions import LoadPrograms, Program, Topics
from include.scenarios.copy.settings import CopySettings


@dataclass(frozen=True)
class CopyWorkload(KafkaWorkload[CopySettings]):
    """A workload with two topics."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the producer, and the topic that the copiers write to."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        return Topics(name_of(run, cell, number), name_of(run, further_topic(cell, "copied"), number))

    def programs(self) -> LoadPrograms:
        """A producer that feeds the first topic, copiers, and consumers that read the second topic."""
        settings = self.settings
        return LoadPrograms(
            producer=self._feeder(),
            copiers=[self._copier(index) for index in range(settings.copiers)],
            consumers=[self._consumer(index) for index in range(settings.consumers)],
            observers=self.observers(),
        )

    def _feeder(self) -> Program:
        """The idempotent producer of the first topic. It is not under test."""
        return self.producer(Sender(client_settings=self.feeder_settings()))

    def _copier(self, index: int) -> Program:
        settings, topics, client = self.settings, self.topics, client_of(self.settings.client)
        commits_first = SEMANTICS[settings.semantics].commits_before_producing
        transactional_id = f"{topics.first}-{index}"
        consumer_settings = client.consumer_settings(settings, self.address, topics.first)
        job = CopyJob(
            name=f"copier-{index}",
            topic=topics.first,
            client_settings={**consumer_settings, "enable.auto.commit": "false"},  # the copier commits
            producer_settings=client.producer_settings(
                settings, settings.traits.delivery.config, self.address, transactional_id
            ),
            output=topics.last,
            index=index,
            processing=Processing.COMMIT_FIRST if commits_first else Processing.PROCESS_FIRST,
            batch_messages=settings.batch_messages,
            pause_after=pause_between_steps(settings, index),
            warm_up_messages=client.warm_up_messages,
            **self.content_fields,
        )
        return Program(client.copier, job, settings.client)

    def _consumer(self, index: int) -> Program:
        """A consumer that checks the id and the content of each transformed message."""
        return self.consumer(index, processing=Processing.AUTO_COMMIT, without_group=True)
