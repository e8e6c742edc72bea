"""Messages as a client reports them, of a cell of ten messages; an error or an end is one, too."""

from confluent_kafka import KafkaError, Message

from include.load.message import HEADER, HEADER_BYTES, header_bytes
from include.load.payload import Filler, FillerPool

CELL = 99
MESSAGE_BYTES = 40
FILLERS = FillerPool(Filler.RANDOM, 1, MESSAGE_BYTES - HEADER_BYTES)
"""The fillers of the cell's messages."""


def delivered(
    value: bytes | None, partition: int = 0, offset: int = 0, error: KafkaError | None = None
) -> Message:
    """A message, or what a client reports in the place of one."""
    return Message(value=value, partition=partition, offset=offset, error=error)


def id_of(value: bytes) -> int:
    return int(HEADER.unpack_from(value)[0])


def value_of(id: int, cell: int = CELL) -> bytes:
    return header_bytes(id, cell, created_ns=0) + FILLERS.of(id)


def flipped(value: bytes, place: int) -> bytes:
    """A value of which one bit of one byte is another."""
    altered = bytearray(value)
    altered[place] ^= 1
    return bytes(altered)


def message(id: int, partition: int = 0, offset: int | None = None, cell: int = CELL) -> Message:
    """A message of a cell of ten messages, whose offset is its id unless the test says otherwise."""
    return delivered(value_of(id, cell), partition, id if offset is None else offset)


def end_of_partition(partition: int, offset: int) -> Message:
    return delivered(None, partition, offset, KafkaError(KafkaError._PARTITION_EOF))


def failure(error: KafkaError) -> Message:
    return delivered(None, error=error)
