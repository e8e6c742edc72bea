"""What brokers know of an application that lets no message through: its offsets, and outputs elsewhere."""

from collections.abc import Iterator

from confluent_kafka import Consumer, ConsumerGroupTopicPartitions, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient

from include.scenarios.application.programs.jobs import ApplicationJob
from include.scenarios.application.programs.reader import is_probe
from include.scenarios.application.programs.values import id_of

TIMEOUT_SECONDS = 5.0
"""The maximum time to wait for an answer of the brokers, or for the next message."""

MOST_TOPICS = 50
"""In a cluster with more topics, outputs are not looked for."""

LAST_MESSAGES = 5
"""The number of messages at the end of each partition that are looked at."""


def traces_of(job: ApplicationJob) -> str:
    """What the brokers know of the application, as further clauses of a sentence; empty if they give none."""
    try:
        admin = AdminClient({**job.producer_settings})
        return "".join(f"; {clause}" for clause in (_readers(admin, job), *_other_outputs(admin, job)))
    except KafkaException:
        return ""


def _readers(admin: AdminClient, job: ApplicationJob) -> str:
    groups = [
        group.group_id
        for group in admin.list_consumer_groups(request_timeout=TIMEOUT_SECONDS).result().valid
        if _committed(admin, group.group_id, job.topic) > 0
    ]
    if groups:
        return f"{', '.join(groups)} has committed offsets of {job.topic}, so messages reach it"
    return (
        f"no group has committed an offset of {job.topic}: check that it is told this topic and the brokers"
    )


def _committed(admin: AdminClient, group: str, topic: str) -> int:
    """The largest offset that a group has committed in a topic; 0 if it has committed none."""
    request = [ConsumerGroupTopicPartitions(group)]
    (answer,) = admin.list_consumer_group_offsets(request, request_timeout=TIMEOUT_SECONDS).values()
    offsets = [place.offset for place in answer.result().topic_partitions or [] if place.topic == topic]
    return max(offsets, default=0)


def _other_outputs(admin: AdminClient, job: ApplicationJob) -> Iterator[str]:
    """Yield a clause for each other topic that has outputs of the application."""
    topics = admin.list_topics(timeout=TIMEOUT_SECONDS).topics
    others = [name for name in topics if name not in (job.topic, job.output) and not name.startswith("__")]
    if len(others) > MOST_TOPICS:
        return
    consumer = Consumer({**job.client_settings})
    try:
        for name in others:
            if _has_probe(consumer, name, list(topics[name].partitions), job.id_at):
                yield f"it wrote to {name} instead of {job.output}"
    finally:
        consumer.close()


def _has_probe(consumer: Consumer, topic: str, partitions: list[int], id_at: str) -> bool:
    ends = []
    for partition in partitions:
        low, high = consumer.get_watermark_offsets(TopicPartition(topic, partition), timeout=TIMEOUT_SECONDS)
        if high > low:
            ends.append(TopicPartition(topic, partition, max(low, high - LAST_MESSAGES)))
    if not ends:
        return False
    consumer.assign(ends)
    messages = consumer.consume(LAST_MESSAGES * len(ends), TIMEOUT_SECONDS)
    return any(message.error() is None and is_probe(id_of(message, id_at)) for message in messages)
