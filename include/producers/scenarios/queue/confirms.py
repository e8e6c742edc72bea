"""What RabbitMQ's confirms say of the messages of a channel.

Source: https://www.rabbitmq.com/docs/confirms. Tags count the channel's messages from 1, and a confirm is of
one of them, or of all up to it that none was of yet.
"""

from time import monotonic_ns

from include.producers.sent_log import SentLog


class Confirms:
    """Writes down what becomes of the messages, which are numbered from 0 in the order of publishing."""

    def __init__(self, log: SentLog) -> None:
        self._log = log
        self._settled = 0

    def acknowledged(self, tag: int, multiple: bool) -> None:
        """The server has them."""
        self._log.acknowledged(self._first(tag, multiple), tag, monotonic_ns())

    def rejected(self, tag: int, multiple: bool) -> None:
        """The server won't have them."""
        self._log.rejected(self._first(tag, multiple), tag)

    def _first(self, tag: int, multiple: bool) -> int:
        """The first message that a confirm may be of; the last one is that before its tag."""
        if not multiple:
            return tag - 1
        first, self._settled = self._settled, tag
        return first
