"""The body of Produce, the request by which a producer sends messages.

Source: https://kafka.apache.org/protocol#The_Messages_Produce, and for the batch of a partition
https://kafka.apache.org/documentation/#recordbatch.
"""

import struct
from collections.abc import Iterator

from include.proxies.fields import after_header, after_string, after_tagged_fields, length_of
from include.proxies.frames import FrameError, RequestHeader
from include.proxies.request_content import RequestContent

FIRST_VERSION = 3
"""The first version whose batches name their producer; all clients that Kerran has send later ones."""

FIRST_FLEXIBLE_VERSION, FIRST_VERSION_WITH_TOPIC_IDS, NEWEST_VERSION = 9, 13, 13

_ACKS_AND_TIMEOUT_BYTES = 6
_TOPIC_ID_BYTES = 16
_PARTITION = struct.Struct(">i")
_PRODUCER = struct.Struct(">qhii")
"""Id and epoch of the producer, the first sequence number, and the number of messages."""

_PRODUCER_PLACE = 43
"""The position of these fields in a batch."""

Batches = Iterator[tuple[int, int]]
"""A partition, and the position of its batch in the frame."""


def content(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """The content of a Produce request; None of an unknown version.

    Raises:
        FrameError: The frame is cut off.
    """
    if not FIRST_VERSION <= header.version <= NEWEST_VERSION:
        return None
    try:
        batches = list(_batches(header.version, frame))
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


def _batches(version: int, frame: bytes) -> Batches:
    is_flexible = version >= FIRST_FLEXIBLE_VERSION
    place = after_string(frame, after_header(frame, is_flexible=is_flexible), is_compact=is_flexible)
    topics, place = length_of(frame, place + _ACKS_AND_TIMEOUT_BYTES, is_compact=is_flexible)
    for _ in range(topics):
        if version >= FIRST_VERSION_WITH_TOPIC_IDS:
            place += _TOPIC_ID_BYTES
        else:
            place = after_string(frame, place, is_compact=is_flexible)
        partitions, place = length_of(frame, place, is_compact=is_flexible)
        for _ in range(partitions):
            (partition,) = _PARTITION.unpack_from(frame, place)
            size, batch = length_of(frame, place + _PARTITION.size, is_compact=is_flexible)
            yield partition, batch
            place = after_tagged_fields(frame, batch + size) if is_flexible else batch + size
        place = after_tagged_fields(frame, place) if is_flexible else place
