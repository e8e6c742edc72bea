"""The consequences of a client's error for a message and for the producer."""

from enum import StrEnum

from confluent_kafka import KafkaError

from include.load.authorization_errors import Denied


class Fate(StrEnum):
    """The consequence of a client's error for a message or for the producer."""

    FAILED = "failed"
    """The message is certainly not in the log."""
    UNKNOWN = "unknown"
    """It is not known whether the message is in the log."""
    FENCED = "fenced"
    """Another producer took over the transactional id; the message may or may not be in the log."""
    FATAL = "fatal"
    """The producer cannot continue; the message may or may not be in the log."""


_FENCED = {KafkaError._FENCED, KafkaError.INVALID_PRODUCER_EPOCH, KafkaError.PRODUCER_FENCED}

_FAILED = {
    # The client has not sent the message, and never will.
    KafkaError._PURGE_QUEUE,
    KafkaError._QUEUE_FULL,
    KafkaError._UNKNOWN_PARTITION,
    KafkaError._UNKNOWN_TOPIC,
    KafkaError._INVALID_ARG,
    # The broker refused the message before it wrote anything.
    KafkaError.INVALID_MSG,
    KafkaError.INVALID_RECORD,
    KafkaError.MSG_SIZE_TOO_LARGE,
    KafkaError.RECORD_LIST_TOO_LARGE,
    KafkaError.NOT_ENOUGH_REPLICAS,
    KafkaError.INVALID_REQUIRED_ACKS,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
    KafkaError.TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
    KafkaError.UNSUPPORTED_COMPRESSION_TYPE,
    KafkaError.POLICY_VIOLATION,
}


def fate_of(error: KafkaError) -> Fate:
    """The ``Fate`` of a message or of the producer after an error of the client.

    A message counts as failed only if it is certainly not in the log. After a time-out, for example, the fate
    is unknown: a broker may have written the message although the broker's answer was lost.
    """
    code = error.code()
    if code in _FENCED:
        return Fate.FENCED
    if code in _FAILED:
        return Fate.FAILED
    return Fate.FATAL if error.fatal() else Fate.UNKNOWN


def is_denial(error: KafkaError) -> bool:
    """Whether the error means that the principal lacks a permission."""
    return error.code() in list(Denied)


def describe_error(error: KafkaError) -> str:
    """The text of the error, followed by its ``Fate`` in brackets."""
    return f"{error.str()} ({fate_of(error)})"
