"""The requests about transactions that a broker sends to another broker, and the answers to them.

WriteTxnMarkers ends a transaction in partitions. AddPartitionsToTxn, from version 4 on, adds partitions to
transactions, or asks whether they are in them. Source: https://kafka.apache.org/protocol#protocol_messages.
"""

import struct
from collections.abc import Iterator

from include.load.protocol_requests import End, Request
from include.producers.proxy.frames import (
    AFTER_CORRELATION_ID_OF_ANSWER,
    ERROR_CODE,
    PARTITION,
    RequestContent,
    RequestHeader,
    after_header,
    after_string,
    after_tagged_fields,
    length_of,
)

MARKERS, ADD_PARTITIONS = Request.WRITE_TXN_MARKERS.api_key, Request.ADD_PARTITIONS_TO_TXN.api_key

VERSIONS = {MARKERS: range(3), ADD_PARTITIONS: range(4, 6)}
"""The versions of both requests that are read. Clients send lower versions of AddPartitionsToTxn."""

FIRST_FLEXIBLE_MARKERS = 1

_PRODUCER = struct.Struct(">qh?")
"""The producer id and epoch, and whether the transaction is committed, or the partitions are not added."""

_PRODUCER_ID_BYTES = 8


def is_read(api_key: int, version: int) -> bool:
    """Whether this module reads the request."""
    return version in VERSIONS.get(api_key, ())


def content_of_request(header: RequestHeader, frame: bytes) -> RequestContent:
    """The producer, the outcome and the partitions of the first transaction in a request.

    Raises:
        struct.error, IndexError: The frame is cut off.
    """
    is_compact = _is_flexible(header.api_key, header.version)
    place = after_header(frame, is_flexible=is_compact)
    _, place = length_of(frame, place, is_compact=is_compact)
    if header.api_key == ADD_PARTITIONS:
        place = after_string(frame, place, is_compact=True)  # the transactional id
    producer_id, epoch, is_commit = _PRODUCER.unpack_from(frame, place)
    outcome = (End.COMMIT if is_commit else End.ABORT) if header.api_key == MARKERS else None
    partitions = tuple(_partitions(frame, place + _PRODUCER.size, is_compact))
    return RequestContent(producer_id, epoch, outcome=outcome, partitions=partitions)


def error_in_answer(api_key: int, version: int, answer: bytes) -> int | None:
    """The error code of the first partition in the answer to WriteTxnMarkers; None for AddPartitionsToTxn.

    Raises:
        struct.error, IndexError: The answer is cut off.
    """
    if api_key != MARKERS:
        return None
    is_compact = _is_flexible(api_key, version)
    place = AFTER_CORRELATION_ID_OF_ANSWER
    place = after_tagged_fields(answer, place) if is_compact else place
    _, place = length_of(answer, place, is_compact=is_compact)
    _, place = length_of(answer, place + _PRODUCER_ID_BYTES, is_compact=is_compact)
    _, place = length_of(answer, after_string(answer, place, is_compact=is_compact), is_compact=is_compact)
    return int(ERROR_CODE.unpack_from(answer, place + PARTITION.size)[0])


def _is_flexible(api_key: int, version: int) -> bool:
    """Whether the request has compact strings and arrays, and tagged fields."""
    return api_key == ADD_PARTITIONS or version >= FIRST_FLEXIBLE_MARKERS


def _partitions(frame: bytes, place: int, is_compact: bool) -> Iterator[int]:
    """The partitions of the topics in the array that begins at ``place``."""
    topics, place = length_of(frame, place, is_compact=is_compact)
    for _ in range(topics):
        count, place = length_of(
            frame, after_string(frame, place, is_compact=is_compact), is_compact=is_compact
        )
        for index in range(count):
            yield int(PARTITION.unpack_from(frame, place + index * PARTITION.size)[0])
        place += count * PARTITION.size
        place = after_tagged_fields(frame, place) if is_compact else place
