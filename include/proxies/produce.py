"""The bodies of Produce, the request by which a producer sends messages, and of its answer.

Source: https://kafka.apache.org/protocol#The_Messages_Produce, and for the batch of a partition
https://kafka.apache.org/documentation/#recordbatch.
"""

import struct
from collections.abc import Iterator

from include.proxies.fields import after_header, after_string, after_tagged_fields, length_field, length_of
from include.proxies.frames import FrameError, RequestContent, RequestHeader, answer_frame

FIRST_VERSION = 3
"""The first version whose batches name their producer; all clients that Kerran has send later ones."""

FIRST_FLEXIBLE_VERSION, FIRST_VERSION_WITH_TOPIC_IDS, NEWEST_VERSION = 9, 13, 13
FIRST_VERSION_WITH_START_OFFSET, FIRST_VERSION_WITH_RECORD_ERRORS = 5, 8
"""The first versions whose answers have these fields."""

_ACKS_AND_TIMEOUT_BYTES = 6
_TOPIC_ID_BYTES = 16
_PARTITION = struct.Struct(">i")
_PRODUCER = struct.Struct(">qhii")
"""Id and epoch of the producer, the first sequence number, and the number of messages."""

_PRODUCER_PLACE = 43
"""The position of these fields in a batch."""

_ERROR = struct.Struct(">ihqq")
"""The fields of a partition in an answer: number, error code, offset of the first message, and time."""

_UNKNOWN = -1
_START_OFFSET = struct.Struct(">q")
_NO_MESSAGE, _NO_COMPACT_MESSAGE = b"\xff\xff", b"\0"
_NO_THROTTLING = bytes(4)

Topics = Iterator[tuple[bytes, list[tuple[int, int]]]]
"""A topic's name or id as it stands in the frame, and its partitions, each with the position of its batch."""


def content(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """The content of a Produce request; None of an unknown version.

    Raises:
        FrameError: The frame is cut off.
    """
    if not FIRST_VERSION <= header.version <= NEWEST_VERSION:
        return None
    try:
        batches = [batch for _, partitions in _topics(header.version, frame) for batch in partitions]
        producers = [_PRODUCER.unpack_from(frame, batch + _PRODUCER_PLACE) for _, batch in batches]
    except (struct.error, IndexError):
        raise FrameError(f"a Produce request of {len(frame)} bytes") from None
    producer_id, epoch, *_ = producers[0] if producers else (None, None)
    return RequestContent(
        producer_id,
        epoch,
        partitions=tuple(partition for partition, _ in batches),
        messages=sum(producer[-1] for producer in producers),
    )


def refusal(header: RequestHeader, frame: bytes, error_code: int) -> bytes:
    """An answer with an error for every partition of a request, of which ``content`` is not None."""
    is_compact = header.version >= FIRST_FLEXIBLE_VERSION
    no_tags = b"\0" if is_compact else b""
    after_error = b""
    if header.version >= FIRST_VERSION_WITH_START_OFFSET:
        after_error += _START_OFFSET.pack(_UNKNOWN)
    if header.version >= FIRST_VERSION_WITH_RECORD_ERRORS:
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
    is_flexible = version >= FIRST_FLEXIBLE_VERSION
    place = after_string(frame, after_header(frame, is_flexible=is_flexible), is_compact=is_flexible)
    topics, place = length_of(frame, place + _ACKS_AND_TIMEOUT_BYTES, is_compact=is_flexible)
    for _ in range(topics):
        began = place
        if version >= FIRST_VERSION_WITH_TOPIC_IDS:
            place += _TOPIC_ID_BYTES
        else:
            place = after_string(frame, place, is_compact=is_flexible)
        topic = frame[began:place]
        count, place = length_of(frame, place, is_compact=is_flexible)
        partitions = []
        for _ in range(count):
            (partition,) = _PARTITION.unpack_from(frame, place)
            size, batch = length_of(frame, place + _PARTITION.size, is_compact=is_flexible)
            partitions.append((partition, batch))
            place = after_tagged_fields(frame, batch + size) if is_flexible else batch + size
        place = after_tagged_fields(frame, place) if is_flexible else place
        yield topic, partitions
