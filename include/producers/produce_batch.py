"""Hand a batch of messages over to librdkafka, also to releases that take one message at a time."""

from collections.abc import Callable
from typing import Any

from confluent_kafka import KafkaError, KafkaException, Message, Producer

OnDelivery = Callable[[KafkaError | None, Message], None]


def produce_batch(
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
