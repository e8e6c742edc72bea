"""The messages of a topic that consumers of committed messages get."""

from confluent_kafka import Consumer, KafkaError, TopicPartition

from include.clusters.admin_client import CLIENT_SETTINGS
from include.clusters.cluster import Access

ANSWER_SECONDS = 20


def committed_messages(access: Access, topic: str) -> list[str]:
    """The values of the messages in the topic's only partition, up to its last stable offset."""
    group = {"group.id": "none", "isolation.level": "read_committed", "enable.partition.eof": True}
    consumer = Consumer({**CLIENT_SETTINGS, **access.settings, **group})
    consumer.assign([TopicPartition(topic, 0, 0)])
    messages: list[str] = []
    try:
        while (message := consumer.poll(ANSWER_SECONDS)) is not None:
            if (error := message.error()) and error.code() == KafkaError._PARTITION_EOF:
                return messages
            messages += [] if error else [str(message.value() or b"", "utf-8")]
    finally:
        consumer.close()
    raise AssertionError(f"the end of {topic} was not reached; got {messages}")
