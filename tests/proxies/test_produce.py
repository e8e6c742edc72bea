import struct

import pytest

from include.proxies.fields import length_field, length_of
from include.proxies.frames import FrameError, RequestContent, request_header
from include.proxies.produce import content, refusal
from tests.proxies import requests


def content_of(frame: bytes) -> RequestContent | None:
    return content(request_header(frame), frame)


@pytest.mark.parametrize("version", [3, 8, 9, 12, 13])
def test_the_producer_the_partitions_and_the_messages_are_read(version: int) -> None:
    read = content_of(requests.produce(1, partitions=[3, 300], version=version))
    assert read == RequestContent(7, 4, partitions=(3, 300), messages=6)
    for other in (2, 14):
        assert content_of(requests.request(requests.PRODUCE, 1, other)) is None


@pytest.mark.parametrize("version", [3, 9, 13])
def test_a_request_that_is_cut_off_is_an_error(version: int) -> None:
    whole = requests.produce(1, partitions=[0], version=version)
    for length in range(14, len(whole) - 10):
        with pytest.raises(FrameError, match=f"Produce request of {length} bytes"):
            content_of(whole[:length])


NO_ID = b"\0" * 16


def refused(after_error: bytes) -> bytes:
    """The part of an answer with an error for two partitions, each with more fields after it."""
    return b"".join(struct.pack(">ihqq", partition, 19, -1, -1) + after_error for partition in (3, 200))


START_OFFSET = b"\xff" * 8


@pytest.mark.parametrize(
    ("version", "body"),
    [
        (3, b"\0\0\0\1\0\1t\0\0\0\2" + refused(b"")),
        (8, b"\0\0\0\1\0\1t\0\0\0\2" + refused(START_OFFSET + b"\0\0\0\0\xff\xff")),
        (9, b"\0\2\2t\3" + refused(START_OFFSET + b"\1\0\0") + b"\0"),
        (13, b"\0\2" + NO_ID + b"\3" + refused(START_OFFSET + b"\1\0\0") + b"\0"),
    ],
)
def test_a_refusal_names_each_partition_of_the_request_with_the_error(version: int, body: bytes) -> None:
    frame = requests.produce(5, partitions=[3, 200], version=version)
    end = b"\0" if version >= 9 else b""
    assert refusal(request_header(frame), frame, 19) == requests.answer(5, body + bytes(4) + end)


def test_a_refusal_of_many_partitions_has_a_length_of_two_bytes() -> None:
    assert length_field(256, is_compact=True) == b"\x81\x02"
    assert length_of(length_field(256, is_compact=True), 0, is_compact=True) == (256, 2)
