"""The room for messages that the client has and brokers have not acknowledged yet."""

from collections.abc import Callable

from include.producers.client_events import ClientEvents
from include.producers.sent_log import SentLog

POLL_SECONDS = 0.05
"""The time to wait for delivery reports while the buffer is full. A report ends the wait at once."""


class SendBuffer:
    """Limits the messages without a delivery report. The client's own queue is larger, and is never full."""

    def __init__(self, log: SentLog, events: ClientEvents, messages: int) -> None:
        """``messages`` is the number of messages for which the buffer has room."""
        self._log, self._events, self._messages = log, events, messages
        self.waits = 0
        """The number of times that the producer waited because the buffer was full."""

    def has_room(self, handed_over: int, messages: int) -> bool:
        """Whether there is room for messages in addition to all that were handed over so far."""
        return handed_over - self._log.reported + messages <= self._messages

    def wait_until_empty(self, handed_over: int, is_over: Callable[[], bool]) -> None:
        """Wait until every message has a delivery report, or sending is over."""
        self.wait_for_room(handed_over, self._messages, is_over)

    def wait_for_room(self, handed_over: int, messages: int, is_over: Callable[[], bool]) -> bool:
        """Wait until there is room, or sending is over; return whether the producer had to wait."""
        if self.has_room(handed_over, messages):
            return False
        self.waits += 1
        while not self.has_room(handed_over, messages) and not is_over():
            self._events.wait(POLL_SECONDS)
        return True
