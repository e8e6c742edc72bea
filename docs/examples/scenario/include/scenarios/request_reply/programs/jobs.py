"""The jobs of the request-reply scenario: a responder, and the reader of replies."""

from typing import ClassVar

from include.load.consumer_jobs import ConsumerJob, ForwardingJob


class ResponderJob(ForwardingJob):
    """The job of a program that replies to requests; ``output`` is the topic of the replies."""

    reply_bytes: int
    """The size of a reply, header included."""


class ReplyReaderJob(ConsumerJob):
    """The job of a program that reads the replies."""

    is_receiver: ClassVar[bool] = False  # replies are no messages of the cell's producer
