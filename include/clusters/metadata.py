"""What one certain broker knows of a topic.

Client libraries ask whichever broker they please and don't let one choose, so that this sends Kafka's
Metadata request itself: version 4, which every broker since 0.11 answers. Unencrypted connections only.
Source: https://kafka.apache.org/protocol.html#The_Messages_Metadata
"""

import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

METADATA = 3
VERSION = 4

Item = TypeVar("Item")


@dataclass(frozen=True)
class Address:
    """A broker, and where it listens."""

    broker: int
    host: str
    port: int


@dataclass(frozen=True)
class Partition:
    """A partition's leader (-1: none) and the brokers whose replicas are in sync."""

    leader: int
    in_sync: list[int]


def partitions_known(address: Address, topic: str, deadline: float) -> list[Partition]:
    """The topic's partitions as this broker knows them; none when it doesn't know the topic.

    Raises:
        OSError: it can't be reached, or doesn't answer within ``deadline`` seconds.
    """
    with socket.create_connection((address.host, address.port), timeout=deadline) as connection:
        request = struct.pack(">hhi", METADATA, VERSION, 0) + _string("kerran")
        request += struct.pack(">i", 1) + _string(topic) + struct.pack(">?", False)
        connection.sendall(struct.pack(">i", len(request)) + request)
        stream = connection.makefile("rb")
        (size,) = struct.unpack(">i", stream.read(4) or b"\0\0\0\0")
        answer = stream.read(size)
    if not size or len(answer) < size:
        raise ConnectionResetError(f"{address} hung up")
    return _Answer(answer).topic_partitions()


def _string(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack(">h", len(encoded)) + encoded


class _Answer:
    """Reads the answer from its beginning to its end."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def topic_partitions(self) -> list[Partition]:
        self._numbers(">ii")  # correlation, throttle time
        self._array(self._broker)
        self._text()  # the cluster's id
        self._numbers(">i")  # the controller
        (topic,) = self._array(self._topic)
        return topic

    def _broker(self) -> None:
        self._numbers(">i")
        self._text()  # host
        self._numbers(">i")
        self._text()  # rack

    def _topic(self) -> list[Partition]:
        self._numbers(">h")  # error
        self._text()  # name
        self._numbers(">?")  # whether it is internal
        return self._array(self._partition)

    def _partition(self) -> Partition:
        _error, _index, leader = self._numbers(">hii")
        self._array(self._number)  # replicas
        return Partition(leader, self._array(self._number))

    def _number(self) -> int:
        return self._numbers(">i")[0]

    def _numbers(self, form: str) -> tuple[int, ...]:
        numbers = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        return numbers

    def _text(self) -> None:
        (length,) = self._numbers(">h")
        self._at += max(0, length)

    def _array(self, read: Callable[[], Item]) -> list[Item]:
        return [read() for _ in range(self._number())]
