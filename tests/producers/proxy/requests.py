"""Requests and answers of Kafka's protocol, as bytes."""

import struct
from collections.abc import Mapping, Sequence

PRODUCE, FETCH, METADATA, ADD_PARTITIONS, END_TXN = 0, 1, 3, 24, 26
SHARE_FETCH, SHARE_ACKNOWLEDGE = 78, 79

Batches = Sequence[tuple[int, int, bytes]]
"""The first and the last offset of each batch of acknowledgements, and their types."""


def request(api_key: int, id: int, version: int = 1, body: bytes = b"") -> bytes:
    """A request of a client without an id, in a version without tagged fields."""
    return framed(struct.pack(">hhih", api_key, version, id, -1) + body)


def end_txn(id: int, *, commits: bool, version: int = 1, epoch: int = 4) -> bytes:
    """A request to end the transaction of the transactional id ``t`` of producer 7."""
    if version < 3:
        return request(END_TXN, id, version, b"\x00\x01t" + struct.pack(">qh?", 7, epoch, commits))
    tagged_field = b"\x01\x05\x02ab"
    header = struct.pack(">hhih", END_TXN, version, id, 2) + b"me" + tagged_field
    return framed(header + b"\x02t" + struct.pack(">qh?", 7, epoch, commits) + b"\x00")


def produce(id: int, partitions: Sequence[int], version: int = 9, messages: int = 3, epoch: int = 4) -> bytes:
    """A request of producer 7 without transactions, with messages for partitions of one topic."""
    is_flexible = version >= 9
    tagged_fields = b"\x00" if is_flexible else b""

    batch = bytes(43) + struct.pack(">qhii", 7, epoch, 100, messages) + b"records"
    size = bytes([len(batch) + 1]) if is_flexible else struct.pack(">i", len(batch))
    its_partitions = [struct.pack(">i", partition) + size + batch + tagged_fields for partition in partitions]
    name = b"\x02t" if is_flexible else b"\x00\x01t"
    topic = (bytes(16) if version >= 13 else name) + array(its_partitions, is_compact=is_flexible)
    topic += tagged_fields
    nobody = b"\x00" if is_flexible else b"\xff\xff"
    body = nobody + struct.pack(">hi", -1, 30_000) + array([topic], is_compact=is_flexible) + tagged_fields
    return request(PRODUCE, id, version, tagged_fields + body)


def share_request(
    api_key: int, id: int, acknowledged: Mapping[int, Batches] | None = None, version: int = 2
) -> bytes:
    """A request of member ``m`` of the share group ``g``, with acknowledgements by partition of one topic."""
    limits = bytes(20) + bytes(version == 2) if api_key == SHARE_FETCH else b""
    renews = bytes(version == 2)
    partitions = [
        struct.pack(">i", partition)
        + compact(
            [struct.pack(">qq", first, last) + compact_bytes(types) + b"\0" for first, last, types in batches]
        )
        + b"\0"
        for partition, batches in (acknowledged or {}).items()
    ]
    topics = compact([bytes(16) + compact(partitions) + b"\0"] if partitions else [])
    forgotten = compact([]) if api_key == SHARE_FETCH else b""
    body = b"\2g\2m" + struct.pack(">i", 5) + limits + renews + topics + forgotten + b"\0"
    return request(api_key, id, version, b"\0" + body)


def share_answer(
    api_key: int, id: int, errors: Sequence[int] = (), version: int = 2, error: int = 0
) -> bytes:
    """The answer to a request of a member, with the errors of the acknowledgements of each partition."""
    is_fetch = api_key == SHARE_FETCH
    lock_time = struct.pack(">i", 15_000) if is_fetch or version == 2 else b""
    acquired = compact_bytes(b"messages") + compact([struct.pack(">qqh", 0, 9, 1) + b"\0"])
    partitions = [
        struct.pack(">i", partition)
        + (struct.pack(">h", 0) + b"\0" if is_fetch else b"")
        + struct.pack(">h", code) + compact_bytes(b"why")
        + struct.pack(">ii", 1, 4) + b"\0"
        + (acquired if is_fetch else b"")
        + b"\0"
        for partition, code in enumerate(errors)
    ]  # fmt: skip
    topics = compact([bytes(16) + compact(partitions) + b"\0"])
    return answer(id, b"\0" + struct.pack(">ih", 0, error) + b"\0" + lock_time + topics + compact([]) + b"\0")


def compact(elements: Sequence[bytes]) -> bytes:
    """An array of fewer than 127 elements, in a version with tagged fields."""
    return bytes([len(elements) + 1]) + b"".join(elements)


def array(elements: Sequence[bytes], *, is_compact: bool) -> bytes:
    """An array, which is compact in versions with tagged fields."""
    return compact(elements) if is_compact else struct.pack(">i", len(elements)) + b"".join(elements)


def compact_bytes(content: bytes) -> bytes:
    return bytes([len(content) + 1]) + content


def answer(id: int, body: bytes = b"") -> bytes:
    """An answer in a version without tagged fields."""
    return framed(struct.pack(">i", id) + body)


def end_txn_answer(id: int, error_code: int = 0, version: int = 1) -> bytes:
    tagged_fields = b"\x00" if version >= 3 else b""
    return answer(id, tagged_fields + struct.pack(">ih", 0, error_code))


def add_partitions_answer(id: int, error_code: int, version: int) -> bytes:
    """The answer to a request to add the partitions 3 and 4 of a topic to a transaction."""
    results = struct.pack(">ih", 3, error_code), struct.pack(">ih", 4, 55)
    if version == 3:
        tagged_fields = b"\x00"
        topic = b"\x02\x06topic" + b"\x03" + b"".join(result + tagged_fields for result in results)
        return answer(id, b"\x00" + struct.pack(">i", 0) + topic + b"\x00\x00")
    topic = struct.pack(">iih", 0, 1, 5) + b"topic" + struct.pack(">i", 2)
    return answer(id, topic + b"".join(results))


def framed(content: bytes) -> bytes:
    """The content, with its length before it."""
    return struct.pack(">i", len(content)) + content
