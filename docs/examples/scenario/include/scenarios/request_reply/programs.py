"""The load programs of a request-reply cell."""

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.load_runtime.program import LoadPrograms, Program
from include.load_runtime.scenarios.request_reply import ReplyReaderJob, ResponderJob
from include.scenarios.cell_context import CellContext
from include.scenarios.clients.registry import client_of
from include.scenarios.kafka_programs import consumer_job, producer_job
from include.scenarios.request_reply.settings import RequestReplySettings
from include.scenarios.semantics.registry import SEMANTICS

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
        **consumer_job(context, index, without_group=True).model_dump(),
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
        **{**context.content, "message_bytes": settings.reply_bytes},
    )
    return Program("include.consumers.scenarios.request_reply.reply_reader", job)
