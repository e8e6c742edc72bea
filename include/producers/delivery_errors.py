"""What a client's error means for a message, and for the producer."""

from enum import StrEnum

from confluent_kafka import KafkaError

from include.load_runtime.authorization_errors import Denied


class Fate(StrEnum):
    """What became of a message that wasn't acknowledged, or of the producer."""

    FAILED = "failed"
    """The message certainly isn't in the log."""
    UNKNOWN = "unknown"
    """It may be in the log or not."""
    FENCED = "fenced"
    """Another producer took over the transactional id; the message may be in the log or not."""
    FATAL = "fatal"
    """The producer can't go on; the message may be in the log or not."""


_FENCED = {KafkaError._FENCED, KafkaError.INVALID_PRODUCER_EPOCH, KafkaError.PRODUCER_FENCED}

_FAILED = {
    # The client never sent it, or will never.
    KafkaError._PURGE_QUEUE,
    KafkaError._QUEUE_FULL,
    KafkaError._UNKNOWN_PARTITION,
    KafkaError._UNKNOWN_TOPIC,
    KafkaError._INVALID_ARG,
    # The broker refused it before writing anything.
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
    """The class of an error.

    Only what is certain counts as failed. A message that timed out may have been written by a broker whose
    answer didn't come, so it is unknown, like every error that isn't known here.
    """
    code = error.code()
    if code in _FENCED:
        return Fate.FENCED
    if code in _FAILED:
        return Fate.FAILED
    return Fate.FATAL if error.fatal() else Fate.UNKNOWN


def is_denial(error: KafkaError) -> bool:
    """Whether the principal lacks a permission."""
    return error.code() in list(Denied)
