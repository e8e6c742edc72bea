"""A request-reply cell: its topics and its load programs."""

from dataclasses import dataclass
from functools import cached_property

from include.cells.cell_context import CellContext
from include.cells.kafka_programs import consumer_program, producer_job
from include.cells.kafka_workload import KafkaWorkload
from include.clusters.topic_names import further_topic, name_of
from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.programs_of_cell import LoadPrograms, Program, Topics
from include.load_runtime.scenarios.request_reply import ReplyReaderJob, ResponderJob
from include.scenarios.clients.registry import client_of
from include.scenarios.request_reply import RequestReplySettings
from include.scenarios.semantics.registry import SEMANTICS


@dataclass(frozen=True)
class RequestReplyWorkload(KafkaWorkload[RequestReplySettings]):
    """A topic for requests and a topic for replies."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the requests is the first, the topic of the replies another one."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        replies = name_of(run, further_topic(cell, "replies"), number)
        return Topics(name_of(run, cell, number), others=(replies,))


workload = RequestReplyWorkload


READER = "reader-0"
"""The name of the program that reads the replies."""


def programs(context: CellContext[RequestReplySettings]) -> LoadPrograms:
    """A producer of requests, the reader of its replies, and responders."""
    return LoadPrograms(
        producer=Program("include.producers.delivery", producer_job(context)),
        consumers=[_responder(context, index) for index in range(context.settings.consumers)],
        serving=[_reply_reader(context)],
    )


def reply_topic(context: CellContext[RequestReplySettings]) -> str:
    """The topic to which the responders reply."""
    (topic,) = context.topics.others
    return topic


def _responder(context: CellContext[RequestReplySettings], index: int) -> Program:
    settings = context.settings
    safe = SEMANTICS["idempotent"].config
    job = ResponderJob(
        **consumer_program(context, index, without_group=True).job.model_dump(),
        output=reply_topic(context),
        producer_settings=client_of(DEFAULT_CLIENT).producer_settings(settings, safe, context.address, ""),
        reply_bytes=settings.reply_bytes,
    )
    return Program("include.consumers.scenarios.request_reply.responder", job)


def _reply_reader(context: CellContext[RequestReplySettings]) -> Program:
    """A reader of all partitions of the reply topic, in no group."""
    settings, topic = context.settings, reply_topic(context)
    job = ReplyReaderJob(
        name=READER,
        topic=topic,
        index=0,
        assigned=list(range(settings.partitions)),
        client_settings=client_of(DEFAULT_CLIENT).consumer_settings(settings, context.address, topic),
        **context.common,
        **{**dict(context.content), "message_bytes": settings.reply_bytes},
    )
    return Program("include.consumers.scenarios.request_reply.reply_reader", job)
