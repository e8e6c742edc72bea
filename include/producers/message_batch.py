"""Messages that are handed over to librdkafka together, also by releases that take one message at a time."""

from array import array
from collections.abc import Callable
from time import monotonic_ns
from typing import Any

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from include.producers.sent_log import SentLog

OnDelivery = Callable[[KafkaError | None, Message], None]


class MessageBatch:
    """The messages of one partition that the client has not been given yet."""

    def __init__(self, producer: Producer, topic: str, log: SentLog) -> None:
        self._producer, self._topic, self._log = producer, topic, log
        self.messages: list[dict[str, Any]] = []
        """Each with its ``value`` and, where it has one, its ``key``."""
        self.ids: array[int] = array("q")

    def __len__(self) -> int:
        """The number of messages."""
        return len(self.messages)

    def hand_over(self, partition: int) -> None:
        """Give the messages to the client, and record those that it refuses."""
        messages, ids = self.messages, self.ids
        self._log.handed_over(ids, monotonic_ns())
        accepted = _produce_all(self._producer, self._topic, messages, partition, self._log.on_delivery)
        if accepted < len(messages):
            for message, given in zip(ids, messages, strict=True):
                if "_error" in given:
                    self._log.refused(message, given["_error"])

    def clear(self) -> None:
        """Empty the batch."""
        self.messages.clear()
        del self.ids[:]


def _produce_all(
    producer: Producer, topic: str, batch: list[dict[str, Any]], partition: int, on_delivery: OnDelivery
) -> int:
    """Give the client the messages, each with ``value`` and perhaps ``key``; return how many it accepted.

    A message that it refuses has the reason under ``_error`` afterwards.
    """
    if hasattr(producer, "produce_batch"):
        accepted: int = producer.produce_batch(topic, batch, partition, on_delivery)
        return accepted
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
