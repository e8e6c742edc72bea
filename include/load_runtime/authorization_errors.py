"""Permissions that a cluster denied, in words that say what to grant.

The codes are Kafka's: https://kafka.apache.org/protocol.html#protocol_error_codes
"""

from collections.abc import Mapping
from enum import IntEnum

PREFIX = "kerran."
"""What the name of everything begins with that an experiment makes or uses on a cluster."""


class Denied(IntEnum):
    """What was denied, as an error code: access to a topic, a group, the cluster, a transactional id."""

    TOPIC = 29
    GROUP = 30
    CLUSTER = 31
    TRANSACTIONAL_ID = 53


def denied(operation: str, resource: str, name: str, connection: str | None = None) -> str:
    """The sentence for an operation on a resource of that name; ``connection`` is whose principal acted."""
    whose = f"connection {connection}" if connection else "the connection"
    return (
        f"{operation} on {resource} {name} was denied: the principal of {whose} needs {operation} "
        f"on {resource}s with the prefix {PREFIX}"
    )


def denied_to_client(
    code: int, operation: str, topic: str, settings: Mapping[str, str], connection: str | None = None
) -> str | None:
    """The sentence for an error of a client with these settings; None where it isn't about permissions.

    ``operation`` is what the client does with the topic: Read or Write.
    """
    match code:
        case Denied.TOPIC:
            return denied(operation, "topic", topic, connection)
        case Denied.GROUP:
            return denied("Read", "group", settings.get("group.id", ""), connection)
        case Denied.TRANSACTIONAL_ID:
            return denied("Write", "transactional id", settings.get("transactional.id", ""), connection)
        case Denied.CLUSTER:
            return f"{denied(operation, 'topic', topic, connection)}, and before Kafka 2.8 IdempotentWrite"
        case _:
            return None
