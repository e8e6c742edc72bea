"""The metadata that one particular broker has about a topic."""

from dataclasses import replace

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import BrokerMetadata, PartitionMetadata  # type: ignore[attr-defined]

from include.clusters.admin_client import admin
from include.clusters.cluster import Access
from include.load.authorization_errors import Denied, denied
from include.machine.errors import PlatformError

BOOTSTRAP_ID = -1
"""The id of the broker in an answer that arrived over the connection to a bootstrap address."""


def partitions_known(
    access: Access, broker: BrokerMetadata, topic: str, seconds: float
) -> list[PartitionMetadata]:
    """The partitions of a topic in the metadata of a broker; empty if the broker does not know the topic.

    A program cannot choose the broker that its client asks for metadata. But the only bootstrap address of
    this client is the address of this broker. In about a tenth of the requests, the client already knows the
    addresses of all brokers. Then it may ask another broker, or lose the request together with the connection
    to the bootstrap address. In both cases the result is empty, and the caller asks again.

    Raises:
        PlatformError: The broker does not answer within ``seconds``, or the client has no permission.
    """
    host = f"[{broker.host}]" if ":" in str(broker.host) else broker.host
    try:
        client = admin(replace(access, bootstrap=f"{host}:{broker.port}"))
        metadata = client.list_topics(topic, timeout=seconds)
    except KafkaException as error:
        if error.args[0].code() == KafkaError._DESTROY_BROKER:
            return []
        reason = error.args[0].str()
        raise PlatformError(f"broker {broker.id} sent no metadata of topic {topic}: {reason}") from error
    answer = metadata.topics[topic]
    if answer.error and answer.error.code() == Denied.TOPIC:
        raise PlatformError(denied("Describe", "topic", topic))
    is_from_broker = metadata.orig_broker_id in {BOOTSTRAP_ID, broker.id}
    return list(answer.partitions.values()) if is_from_broker else []
