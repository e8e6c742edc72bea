"""The messages of a topic that consumers of committed messages get."""

from include.clusters.cluster import Access
from include.consumers.topic_log_audit import log_of
from include.load.job import Isolation


def committed_messages(access: Access, topic: str) -> list[str]:
    """The values of the messages in the topic's only partition, up to its last stable offset."""
    batches = log_of(access.settings, topic, range(1), Isolation.READ_COMMITTED)
    return [str(message.value() or b"", "utf-8") for batch in batches for message in batch]
