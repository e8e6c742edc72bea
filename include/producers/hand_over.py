"""Hand batches of messages to librdkafka, even to a release that takes one message at a time.

``SendBuffer`` limits the number of messages without a delivery report.
"""

from array import array
from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from include.producers.event_polling import ClientEvents
from include.producers.sent_log import SentLog

POLL_SECONDS = 0.05
"""The maximum wait for delivery reports while the buffer is full. A report ends the wait at once."""


class SendBuffer:
    """Limits the messages without a delivery report. The client's larger queue is therefore never full."""

    def __init__(self, log: SentLog, events: ClientEvents, messages: int) -> None:
        """``messages`` is the number of messages for which the buffer has room."""
        self._log, self._events, self._messages = log, events, messages
        self.waits = 0
        """The number of times that the producer waited because the buffer was full."""

    def has_room(self, handed_over: int, messages: int) -> bool:
        """Whether the buffer has room for ``messages`` more messages."""
        return handed_over - self._log.reported + messages <= self._messages

    def wait_until_empty(self, handed_over: int, is_over: Callable[[], bool]) -> None:
        """Wait until every message has a delivery report, or sending is over."""
        self.wait_for_room(handed_over, self._messages, is_over)

    def wait_for_room(self, handed_over: int, messages: int, is_over: Callable[[], bool]) -> bool:
        """Wait until the buffer has room, or sending is over. Return whether the producer had to wait."""
        if self.has_room(handed_over, messages):
            return False
        self.waits += 1
        while not self.has_room(handed_over, messages) and not is_over():
            self._events.wait(POLL_SECONDS)
        return True


OnDelivery = Callable[[KafkaError | None, Message], None]


class MessageBatch:
    """Messages of one partition that have not been handed over to the client yet."""

    def __init__(self, producer: Producer, topic: str, log: SentLog) -> None:
        self._producer, self._topic, self._log = producer, topic, log
        self.messages: list[dict[str, Any]] = []
        """Each message with its ``value`` and, if it has one, its ``key``."""
        self.ids: array[int] = array("q")

    def __len__(self) -> int:
        return len(self.messages)

    def hand_over(self, partition: int) -> None:
        """Hand the messages over to the client, and record refused messages."""
        messages, ids = self.messages, self.ids
        self._log.handed_over(ids, monotonic_ns())
        accepted_count = _produce_all(self._producer, self._topic, messages, partition, self._log.on_delivery)
        if accepted_count < len(messages):
            for message, entry in zip(ids, messages, strict=True):
                if "_error" in entry:
                    self._log.refused(message, entry["_error"])

    def clear(self) -> None:
        """Empty the batch."""
        self.messages.clear()
        del self.ids[:]


def _produce_all(
    producer: Producer, topic: str, batch: list[dict[str, Any]], partition: int, on_delivery: OnDelivery
) -> int:
    """Hand the messages over to the client, each with ``value`` and perhaps ``key``.

    The result is the number of accepted messages. Each refused message gets the reason under the key
    ``_error``.
    """
    if hasattr(producer, "produce_batch"):
        accepted_count: int = producer.produce_batch(topic, batch, partition, on_delivery)
        return accepted_count
    return sum(_produce(producer, topic, message, partition, on_delivery) for message in batch)


def _produce(
    producer: Producer, topic: str, message: dict[str, Any], partition: int, on_delivery: OnDelivery
) -> bool:
    try:
        producer.produce(topic, message["value"], message.get("key"), partition, on_delivery)
    except KafkaException as error:
        message["_error"] = error.args[0]
        return False
    except BufferError:
        message["_error"] = KafkaError(KafkaError._QUEUE_FULL)
        return False
    return True
