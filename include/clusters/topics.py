"""Topics that are ready when they are said to be."""

import time
from collections.abc import Callable
from concurrent.futures import Future

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from include.clusters.broker_metadata import MetadataClient
from include.clusters.cluster import Access
from include.errors import PlatformError
from include.load_runtime.authorization_errors import Denied, denied
from include.processes.waiting import wait_until

CLIENT = {
    "socket.timeout.ms": "5000",
    # A broker that still starts refuses connections: try again soon, and don't tell the terminal.
    "reconnect.backoff.ms": "20",
    "reconnect.backoff.max.ms": "100",
    "log_level": "0",
    # To ask for a topic must not create it, where brokers would do so.
    "allow.auto.create.topics": "false",
}


def create_topic(
    access: Access,
    name: str,
    partitions: int,
    replication: int,
    config: dict[str, str],
    deadline: float = 30,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Create a topic; return when every broker knows it, with all leaders and all replicas in sync.

    A client may ask any broker about the topic. One that hasn't heard of it yet costs the client its retry
    interval, up to two seconds, within a measurement. ``check`` raises when to wait is in vain.

    Raises:
        PlatformError: the topic exists, can't be created or described, or isn't ready within ``deadline``
            seconds.
    """
    last = time.monotonic() + deadline
    client = admin(access)
    topic = NewTopic(name, num_partitions=partitions, replication_factor=replication, config=config)
    try:
        ask(
            lambda: client.create_topics([topic], request_timeout=deadline)[name],
            heard=KafkaError.TOPIC_ALREADY_EXISTS,
        )
        brokers = list(client.list_topics(name, timeout=deadline).brokers)
    except KafkaException as error:
        raise _refused("Create", f"topic {name} can't be created", name, access, error.args[0]) from error
    with MetadataClient({**CLIENT, **access.settings}) as metadata:
        for broker in brokers:
            left = last - time.monotonic()
            _wait_until_known(metadata, broker, name, partitions, replication, left, check)


def delete_topic(access: Access, name: str, deadline: float = 30) -> None:
    """Delete a topic; one that isn't there is fine.

    Raises:
        PlatformError: it can't be deleted within ``deadline`` seconds.
    """
    client = admin(access)  # kept until the result is there: the request ends with it
    try:
        ask(
            lambda: client.delete_topics([name], request_timeout=deadline)[name],
            heard=KafkaError.UNKNOWN_TOPIC_OR_PART,
        )
    except KafkaException as error:
        if error.args[0].code() != KafkaError.UNKNOWN_TOPIC_OR_PART:
            raise _refused("Delete", f"topic {name} can't be deleted", name, access, error.args[0]) from error


def admin(access: Access) -> AdminClient:
    """A client for topics that says nothing on the terminal."""
    return AdminClient({**CLIENT, **access.settings})


def ask(request: Callable[[], "Future[None]"], heard: int) -> None:
    """Make a request, and make it again where the client lost it.

    A client drops the addresses that it was given for the brokers that it finds there, and with them what it
    is asking just then. ``heard`` is the error that says that the lost request was heard after all.

    Raises:
        KafkaException: it was refused.
    """
    try:
        request().result()
    except KafkaException as error:
        if error.args[0].code() != KafkaError._DESTROY_BROKER:
            raise
        try:
            request().result()
        except KafkaException as answer:
            if answer.args[0].code() != heard:
                raise


def _refused(operation: str, what: str, name: str, access: Access, error: KafkaError) -> PlatformError:
    if error.code() in (Denied.TOPIC, Denied.CLUSTER):
        return PlatformError(denied(operation, "topic", name, access.connection))
    return PlatformError(f"{what}: {error.str()}")


def _wait_until_known(
    metadata: MetadataClient,
    broker: int,
    name: str,
    partitions: int,
    replication: int,
    deadline: float,
    check: Callable[[], None],
) -> None:
    def known() -> bool:
        check()
        found = metadata.partitions_known(broker, name, deadline)
        led = [partition for partition in found if partition.leader >= 0]
        return len(led) == partitions and all(len(partition.in_sync) == replication for partition in led)

    wait_until(known, deadline, lambda: f"broker {broker} didn't know topic {name} with all replicas in sync")
