"""A request-reply cell: its topics and its load programs."""

from dataclasses import dataclass
from functools import cached_property

from include.cells.kafka_workload import KafkaWorkload, Sender
from include.clusters.topic_names import further_topic, name_of
from include.kinds.client_releases import client_of
from include.load.client_choice import DEFAULT_CLIENT
from include.load.program_descriptions import LoadPrograms, Program, Topics
from include.scenarios.request_reply.programs.jobs import ReplyReaderJob, ResponderJob
from include.scenarios.request_reply.settings import RequestReplySettings

READER = "reader-0"
"""The name of the program that reads the replies."""


@dataclass(frozen=True)
class RequestReplyWorkload(KafkaWorkload[RequestReplySettings]):
    """A topic for requests and a topic for replies."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the requests is the first, the topic of the replies another one."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        replies = name_of(run, further_topic(cell, "replies"), number)
        return Topics(name_of(run, cell, number), others=(replies,))

    def programs(self) -> LoadPrograms:
        """A producer of requests, the reader of its replies, and responders."""
        return LoadPrograms(
            producer=self.producer(Sender()),
            consumers=[self._responder(index) for index in range(self.settings.consumers)],
            serving=[self._reply_reader()],
        )

    def _responder(self, index: int) -> Program:
        job = ResponderJob(
            **self.consumer_fields(index, without_group=True),
            output=self._reply_topic(),
            producer_settings=self.feeder_settings(),
            reply_bytes=self.settings.reply_bytes,
        )
        return Program("include.scenarios.request_reply.programs.responder", job)

    def _reply_reader(self) -> Program:
        """A reader of all partitions of the reply topic, in no group."""
        settings, topic = self.settings, self._reply_topic()
        job = ReplyReaderJob(
            name=READER,
            topic=topic,
            index=0,
            assigned=list(range(settings.partitions)),
            client_settings=client_of(DEFAULT_CLIENT).consumer_settings(settings, self.address, topic),
            message_bytes=settings.reply_bytes,
            filler=self.content.filler,
            filler_seed=self.content.filler_seed,
            **self.common,
        )
        return Program("include.scenarios.request_reply.programs.reply_reader", job)

    def _reply_topic(self) -> str:
        """The topic to which the responders reply."""
        (topic,) = self.topics.others
        return topic
