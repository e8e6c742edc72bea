"""The request bodies that the proxy reads, and the answers that it sends in place of a broker.

EndTxn commits or aborts a transaction, AddPartitionsToTxn adds partitions to a transaction, and Produce sends
messages; ``share_group_bodies`` has the requests of share groups, and ``between_brokers_bodies`` those that
only brokers send. Source:
https://kafka.apache.org/protocol#protocol_messages, and for the batch of a partition
https://kafka.apache.org/documentation/#recordbatch. Requests of versions that this module does not know are
not read.
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from include.load.protocol_requests import End, Request
from include.producers.proxy import between_brokers_bodies, share_group_bodies
from include.producers.proxy.frames import (
    AFTER_CORRELATION_ID_OF_ANSWER,
    ERROR_CODE,
    PARTITION,
    THROTTLE_AND_ERROR,
    TOPIC_ID_BYTES,
    FrameError,
    RequestContent,
    RequestHeader,
    after_header,
    after_string,
    after_tagged_fields,
    answer_frame,
    length_field,
    length_of,
)

PRODUCE, END_TXN = Request.PRODUCE.api_key, Request.END_TXN.api_key
ADD_PARTITIONS = Request.ADD_PARTITIONS_TO_TXN.api_key
OF_SHARE_GROUPS = share_group_bodies.FETCH, share_group_bodies.ACKNOWLEDGE

VERSIONS = {
    PRODUCE: range(3, 14),
    END_TXN: range(6),
    ADD_PARTITIONS: range(4),
    **dict.fromkeys(OF_SHARE_GROUPS, share_group_bodies.VERSIONS),
}
"""The versions of requests that the proxy reads. Since version 3 of Produce, batches contain the producer id.
All of Kerran's clients send version 3 or later."""

FIRST_FLEXIBLE_VERSION = {PRODUCE: 9, END_TXN: 3, ADD_PARTITIONS: 3}
"""For each kind of request, the first version with compact strings, compact arrays and tagged fields."""

FIRST_END_WITH_NEXT_EPOCH = 5
"""The first version of EndTxn whose answer contains the producer id and epoch of the next transaction."""

FIRST_PRODUCE_WITH_TOPIC_IDS, FIRST_PRODUCE_WITH_START_OFFSET, FIRST_PRODUCE_WITH_RECORD_ERRORS = 13, 5, 8

_END = struct.Struct(">qh?")
_NO_NEXT_EPOCH = struct.Struct(">qh").pack(-1, -1)

_NO_THROTTLING = bytes(4)
_ACKS_AND_TIMEOUT_BYTES = 6
_PRODUCER = struct.Struct(">qhii")
"""The producer fields of a batch: producer id, producer epoch, first sequence number, number of messages."""

_PRODUCER_PLACE = 43
"""The position of the producer fields in a batch."""

_ERROR = struct.Struct(">ihqq")
"""The fields of a partition in an answer: number, error code, offset of the first message, and time."""

_UNKNOWN = -1
_START_OFFSET = struct.Struct(">q")
_NO_MESSAGE, _NO_COMPACT_MESSAGE = b"\xff\xff", b"\0"

Topics = Iterator[tuple[bytes, list[tuple[int, int]]]]
"""For each topic: the bytes of its name or id, and its partitions, each with the position of its batch in the
request."""


def content_of(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """The content of a request; None if its body is not read.

    Raises:
        FrameError: The frame is cut off.
    """
    with _complete(frame):
        if between_brokers_bodies.is_read(header.api_key, header.version):
            return between_brokers_bodies.content_of_request(header, frame)
        if not _is_read(header.api_key, header.version):
            return None
        if header.api_key == PRODUCE:
            return _content_of_produce(header.version, frame)
        if header.api_key == END_TXN:
            return _content_of_end(header.version, frame)
        if header.api_key in OF_SHARE_GROUPS:
            return share_group_bodies.content_of_request(header, frame)
    return None


def refusal_of(header: RequestHeader, frame: bytes, error_code: int) -> bytes:
    """An answer with an error, to a request whose content the proxy can read (``content_of``).

    Raises:
        ValueError: The proxy does not know how to answer the request.
    """
    if header.api_key == PRODUCE:
        return _refusal_of_produce(header, frame, error_code)
    if header.api_key == END_TXN:
        return _refusal_of_end(header, error_code)
    if header.api_key in OF_SHARE_GROUPS:
        return share_group_bodies.refusal_of_request(header, error_code)
    raise ValueError(f"the proxy has no error response for API key {header.api_key}")


def error_code(api_key: int, version: int, answer: bytes) -> int | None:
    """The error code in an answer: 0 if there is no error, and None if the proxy cannot read the code.

    AddPartitionsToTxn has an error code for each partition, and the first is returned. If a transaction
    cannot begin yet, all partitions have the same error code. ShareFetch and ShareAcknowledge have one for
    the whole request and one for each partition, and the first that is an error is returned.
    """
    is_between_brokers = between_brokers_bodies.is_read(api_key, version)
    if api_key == PRODUCE or not (is_between_brokers or _is_read(api_key, version)):
        return None
    try:
        if is_between_brokers:
            return between_brokers_bodies.error_in_answer(api_key, version, answer)
        if api_key in OF_SHARE_GROUPS:
            return share_group_bodies.error_in_answer(api_key, version, answer)
        is_flexible = version >= FIRST_FLEXIBLE_VERSION[api_key]
        place = AFTER_CORRELATION_ID_OF_ANSWER
        place = after_tagged_fields(answer, place) if is_flexible else place
        place += len(_NO_THROTTLING)
        if api_key == ADD_PARTITIONS:
            _, topic = length_of(answer, place, is_compact=is_flexible)
            partitions = after_string(answer, topic, is_compact=is_flexible)
            _, partition = length_of(answer, partitions, is_compact=is_flexible)
            place = partition + PARTITION.size
        return int(ERROR_CODE.unpack_from(answer, place)[0])
    except (struct.error, IndexError):
        return None


def _is_read(api_key: int, version: int) -> bool:
    return version in VERSIONS.get(api_key, ())


@contextmanager
def _complete(frame: bytes) -> Iterator[None]:
    try:
        yield
    except (struct.error, IndexError):
        raise FrameError(f"a request of {len(frame)} bytes that is cut off") from None


def _content_of_end(version: int, frame: bytes) -> RequestContent:
    is_flexible = version >= FIRST_FLEXIBLE_VERSION[END_TXN]
    place = after_string(frame, after_header(frame, is_flexible=is_flexible), is_compact=is_flexible)
    producer_id, epoch, is_commit = _END.unpack_from(frame, place)
    return RequestContent(producer_id, epoch, outcome=End.COMMIT if is_commit else End.ABORT)


def _content_of_produce(version: int, frame: bytes) -> RequestContent:
    batches = [batch for _, partitions in _topics(version, frame) for batch in partitions]
    producers = [_PRODUCER.unpack_from(frame, batch + _PRODUCER_PLACE) for _, batch in batches]
    producer_id, epoch, *_ = producers[0] if producers else (None, None)
    return RequestContent(
        producer_id,
        epoch,
        partitions=tuple(partition for partition, _ in batches),
        messages=sum(producer[-1] for producer in producers),
    )


def _refusal_of_end(header: RequestHeader, error_code: int) -> bytes:
    no_tags = b"\0" if header.version >= FIRST_FLEXIBLE_VERSION[END_TXN] else b""
    next_epoch = _NO_NEXT_EPOCH if header.version >= FIRST_END_WITH_NEXT_EPOCH else b""
    return answer_frame(header, no_tags + THROTTLE_AND_ERROR.pack(0, error_code) + next_epoch + no_tags)


def _refusal_of_produce(header: RequestHeader, frame: bytes, error_code: int) -> bytes:
    """An answer with the error for every partition of the request."""
    is_compact = header.version >= FIRST_FLEXIBLE_VERSION[PRODUCE]
    no_tags = b"\0" if is_compact else b""
    after_error = b""
    if header.version >= FIRST_PRODUCE_WITH_START_OFFSET:
        after_error += _START_OFFSET.pack(_UNKNOWN)
    if header.version >= FIRST_PRODUCE_WITH_RECORD_ERRORS:
        after_error += length_field(0, is_compact=is_compact)
        after_error += _NO_COMPACT_MESSAGE if is_compact else _NO_MESSAGE
    topics = list(_topics(header.version, frame))
    body = no_tags + length_field(len(topics), is_compact=is_compact)
    for topic, partitions in topics:
        body += topic + length_field(len(partitions), is_compact=is_compact)
        for partition, _ in partitions:
            body += _ERROR.pack(partition, error_code, _UNKNOWN, _UNKNOWN) + after_error + no_tags
        body += no_tags
    return answer_frame(header, body + _NO_THROTTLING + no_tags)


def _topics(version: int, frame: bytes) -> Topics:
    is_flexible = version >= FIRST_FLEXIBLE_VERSION[PRODUCE]
    place = after_string(frame, after_header(frame, is_flexible=is_flexible), is_compact=is_flexible)
    topics, place = length_of(frame, place + _ACKS_AND_TIMEOUT_BYTES, is_compact=is_flexible)
    for _ in range(topics):
        began = place
        if version >= FIRST_PRODUCE_WITH_TOPIC_IDS:
            place += TOPIC_ID_BYTES
        else:
            place = after_string(frame, place, is_compact=is_flexible)
        topic = frame[began:place]
        count, place = length_of(frame, place, is_compact=is_flexible)
        partitions = []
        for _ in range(count):
            (partition,) = PARTITION.unpack_from(frame, place)
            size, batch = length_of(frame, place + PARTITION.size, is_compact=is_flexible)
            partitions.append((partition, batch))
            place = after_tagged_fields(frame, batch + size) if is_flexible else batch + size
        place = after_tagged_fields(frame, place) if is_flexible else place
        yield topic, partitions
