"""Requests and answers of Kafka's protocol, as bytes."""

import struct
from collections.abc import Sequence

PRODUCE, FETCH, METADATA, ADD_PARTITIONS, END_TXN = 0, 1, 3, 24, 26


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

    def array(elements: Sequence[bytes]) -> bytes:
        length = bytes([len(elements) + 1]) if is_flexible else struct.pack(">i", len(elements))
        return length + b"".join(elements)

    batch = bytes(43) + struct.pack(">qhii", 7, epoch, 100, messages) + b"records"
    size = bytes([len(batch) + 1]) if is_flexible else struct.pack(">i", len(batch))
    its_partitions = [struct.pack(">i", partition) + size + batch + tagged_fields for partition in partitions]
    name = b"\x02t" if is_flexible else b"\x00\x01t"
    topic = (bytes(16) if version >= 13 else name) + array(its_partitions) + tagged_fields
    nobody = b"\x00" if is_flexible else b"\xff\xff"
    body = nobody + struct.pack(">hi", -1, 30_000) + array([topic]) + tagged_fields
    return request(PRODUCE, id, version, tagged_fields + body)


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
