"""The requests of the members of a share group, and the answers to them.

ShareAcknowledge acknowledges messages. ShareFetch asks for messages, and may acknowledge others as well. All
versions have compact strings and arrays. Source: https://kafka.apache.org/protocol#protocol_messages.
"""

import struct
from collections.abc import Iterator

from include.load.protocol_requests import Request
from include.producers.proxy.frames import (
    AFTER_CORRELATION_ID_OF_ANSWER,
    ERROR_CODE,
    PARTITION,
    THROTTLE_AND_ERROR,
    TOPIC_ID_BYTES,
    RequestContent,
    RequestHeader,
    after_header,
    after_string,
    after_tagged_fields,
    answer_frame,
    length_of,
)

FETCH, ACKNOWLEDGE = Request.SHARE_FETCH.api_key, Request.SHARE_ACKNOWLEDGE.api_key

VERSIONS = range(1, 3)
"""The versions of both requests. Version 0 was removed with the preview of share groups."""

FIRST_WITH_RENEWAL = 2
"""The first version whose requests say whether they renew locks, and whose answers have the time of locks."""

_EPOCH_BYTES = 4
_FETCH_LIMITS_BYTES = 20
"""The size of a ShareFetch's longest wait, and of its limits of bytes and messages."""
_FETCH_MODE_BYTES, _RENEWS_BYTES = 1, 1
_LEADER_BYTES = 8
_LOCK_TIME_BYTES = 4
_OFFSETS = struct.Struct(">qq")
_ACQUIRED = struct.Struct(">qqh")

_NO_TAGS, _NO_MESSAGE, _EMPTY = b"\0", b"\0", b"\1"
_GAP = 0
"""The acknowledgement of an offset that has no message."""


def content_of_request(header: RequestHeader, frame: bytes) -> RequestContent:
    """The partitions of which a request acknowledges messages, and the number of these messages.

    Raises:
        struct.error, IndexError: The frame is cut off.
    """
    acknowledged = {partition: count for partition, count in _acknowledged(header, frame) if count}
    return RequestContent(None, None, partitions=tuple(acknowledged), messages=sum(acknowledged.values()))


def refusal_of_request(header: RequestHeader, error_code: int) -> bytes:
    """An answer with an error for the whole request."""
    lock_time = bytes(_LOCK_TIME_BYTES) if _has_lock_time(header.api_key, header.version) else b""
    body = THROTTLE_AND_ERROR.pack(0, error_code) + _NO_MESSAGE + lock_time + _EMPTY + _EMPTY
    return answer_frame(header, _NO_TAGS + body + _NO_TAGS)


def error_in_answer(api_key: int, version: int, answer: bytes) -> int:
    """The error code for the whole request or else the first of a partition; 0 without an error.

    Raises:
        struct.error, IndexError: The answer is cut off.
    """
    place = after_tagged_fields(answer, AFTER_CORRELATION_ID_OF_ANSWER)
    _, error_code = THROTTLE_AND_ERROR.unpack_from(answer, place)
    if error_code:
        return int(error_code)
    place = _after_text(answer, place + THROTTLE_AND_ERROR.size)
    place += _LOCK_TIME_BYTES * _has_lock_time(api_key, version)
    return next(filter(None, _errors_of_partitions(api_key, answer, place)), 0)


def _has_lock_time(api_key: int, version: int) -> bool:
    return api_key == FETCH or version >= FIRST_WITH_RENEWAL


def _acknowledged(header: RequestHeader, frame: bytes) -> Iterator[tuple[int, int]]:
    """Yield each partition of a request, with the number of messages that the request acknowledges."""
    group = after_header(frame, is_flexible=True)
    place = _after_text(frame, _after_text(frame, group)) + _EPOCH_BYTES
    has_renewal = header.version >= FIRST_WITH_RENEWAL
    if header.api_key == FETCH:
        place += _FETCH_LIMITS_BYTES + _FETCH_MODE_BYTES * has_renewal
    topics, place = _length(frame, place + _RENEWS_BYTES * has_renewal)
    for _ in range(topics):
        partitions, place = _length(frame, place + TOPIC_ID_BYTES)
        for _ in range(partitions):
            (partition,) = PARTITION.unpack_from(frame, place)
            count, place = _count_messages(frame, place + PARTITION.size)
            place = after_tagged_fields(frame, place)
            yield partition, count
        place = after_tagged_fields(frame, place)


def _count_messages(frame: bytes, place: int) -> tuple[int, int]:
    """The number of messages in the batches that begin at a position, and the position after them."""
    batches, place = _length(frame, place)
    messages = 0
    for _ in range(batches):
        first, last = _OFFSETS.unpack_from(frame, place)
        size, place = _length(frame, place + _OFFSETS.size)
        types = frame[place : place + size]
        # One type stands for all offsets of the batch.
        messages += (last - first + 1) * (types[0] != _GAP) if size == 1 else size - types.count(_GAP)
        place = after_tagged_fields(frame, place + size)
    return messages, place


def _errors_of_partitions(api_key: int, answer: bytes, place: int) -> Iterator[int]:
    topics, place = _length(answer, place)
    for _ in range(topics):
        partitions, place = _length(answer, place + TOPIC_ID_BYTES)
        for _ in range(partitions):
            place += PARTITION.size
            # A ShareFetch has one error for the fetch, and one for the acknowledgements.
            for _ in range(2 if api_key == FETCH else 1):
                yield int(ERROR_CODE.unpack_from(answer, place)[0])
                place = _after_text(answer, place + ERROR_CODE.size)
            place = after_tagged_fields(answer, place + _LEADER_BYTES)
            place = _after_messages(answer, place) if api_key == FETCH else place
            place = after_tagged_fields(answer, place)
        place = after_tagged_fields(answer, place)


def _after_messages(answer: bytes, place: int) -> int:
    """The position after the messages of a partition, and after the ranges that the member may have."""
    ranges, place = _length(answer, _after_text(answer, place))
    for _ in range(ranges):
        place = after_tagged_fields(answer, place + _ACQUIRED.size)
    return place


def _after_text(frame: bytes, place: int) -> int:
    return after_string(frame, place, is_compact=True)


def _length(frame: bytes, place: int) -> tuple[int, int]:
    return length_of(frame, place, is_compact=True)
