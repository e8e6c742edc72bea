"""The outcomes of a channel's messages, from RabbitMQ's publisher confirms.

Source: https://www.rabbitmq.com/docs/confirms. Delivery tags count the channel's messages from 1. A confirm
is for one message, or for all messages up to its tag that were not confirmed before.
"""

from time import monotonic_ns

from include.producers.sent_log import SentLog


class Confirms:
    """Records the outcome of the messages, which are numbered from 0 in the order of publishing."""

    def __init__(self, log: SentLog) -> None:
        self._log = log
        self._settled = 0

    def acknowledged(self, tag: int, multiple: bool) -> None:
        """Record that the server has the messages."""
        self._log.acknowledged(self._first(tag, multiple), tag, monotonic_ns())

    def rejected(self, tag: int, multiple: bool) -> None:
        """Record that the server rejected the messages."""
        self._log.rejected(self._first(tag, multiple), tag)

    def _first(self, tag: int, multiple: bool) -> int:
        """Return the first message that a confirm covers; the last one has the number ``tag - 1``."""
        if not multiple:
            return tag - 1
        first, self._settled = self._settled, tag
        return first
