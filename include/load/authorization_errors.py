"""Sentences about denied operations. Each sentence names the permission to grant.

The error codes are Kafka's: https://kafka.apache.org/protocol.html#protocol_error_codes
"""

from collections.abc import Mapping
from enum import IntEnum

PREFIX = "kerran."
"""Prefix of the name of every topic, group and transactional id that an experiment uses on a cluster."""


class Denied(IntEnum):
    """The error codes of a missing permission, each named after the resource to which access was denied."""

    TOPIC = 29
    GROUP = 30
    CLUSTER = 31
    TRANSACTIONAL_ID = 53


def denied(operation: str, resource: str, name: str, connection: str | None = None) -> str:
    """The sentence for a denied operation.

    Args:
        operation: The operation by its name in Kafka's access control lists, such as ``Read``.
        connection: The name of the connection whose principal acted; None if the user gave it no name.
    """
    whose = f"connection {connection}" if connection else "the connection"
    return (
        f"{operation} on {resource} {name} was denied: the principal of {whose} needs {operation} "
        f"on {resource}s with the prefix {PREFIX}"
    )


def denied_to_client(
    code: int, operation: str, topic: str, settings: Mapping[str, str], connection: str | None = None
) -> str | None:
    """A sentence about the missing permission that caused a client's error; None for other errors.

    Args:
        operation: The client's operation on the topic: ``Read`` or ``Write``.
        connection: The name of the connection whose principal acted; None if the user gave it no name.
    """
    match code:
        case Denied.TOPIC:
            return denied(operation, "topic", topic, connection)
        case Denied.GROUP:
            return denied("Read", "group", settings.get("group.id", ""), connection)
        case Denied.TRANSACTIONAL_ID:
            return denied("Write", "transactional id", settings.get("transactional.id", ""), connection)
        case Denied.CLUSTER:
            text = denied(operation, "topic", topic, connection)
            return f"{text}, and before Kafka 2.8 also IdempotentWrite on the cluster"
        case _:
            return None
