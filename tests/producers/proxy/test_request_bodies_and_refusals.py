import struct

import pytest

from include.load.protocol_requests import End
from include.producers.proxy import request_bodies_and_refusals
from include.producers.proxy.frames import (
    FrameError,
    RequestContent,
    correlation_id,
    length_field,
    length_of,
    request_header,
)
from tests.producers.proxy import requests


def content_of(frame: bytes) -> RequestContent | None:
    return request_bodies_and_refusals.content_of(request_header(frame), frame)


def refusal_of(frame: bytes, error_code: int) -> bytes:
    return request_bodies_and_refusals.refusal_of(request_header(frame), frame, error_code)


def error_of_end(version: int, answer: bytes) -> int | None:
    return request_bodies_and_refusals.error_code(requests.END_TXN, version, answer)


def error_of_partitions(version: int, answer: bytes) -> int | None:
    return request_bodies_and_refusals.error_code(requests.ADD_PARTITIONS, version, answer)


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("outcome", [End.COMMIT, End.ABORT])
def test_the_outcome_is_read_in_every_version_that_clients_send(version: int, outcome: End) -> None:
    frame = requests.end_txn(1, commits=outcome is End.COMMIT, version=version)
    assert content_of(frame) == RequestContent(7, 4, outcome=outcome)
    assert error_of_end(version, requests.end_txn_answer(1, 48, version)) == 48


def test_the_outcome_is_unknown_in_a_later_version() -> None:
    assert content_of(requests.end_txn(1, commits=True, version=6)) is None
    assert error_of_end(6, requests.end_txn_answer(1)) is None


@pytest.mark.parametrize("version", [1, 5])
def test_a_cut_off_request_is_an_error_and_a_cut_off_answer_has_no_known_error_code(version: int) -> None:
    with pytest.raises(FrameError, match="a request of 15 bytes that is cut off"):
        content_of(requests.end_txn(1, commits=True, version=version)[:15])
    assert error_of_end(version, requests.end_txn_answer(1, 0, version)[:9]) is None


@pytest.mark.parametrize(("version", "size"), [(1, 14), (3, 16), (5, 26)])
def test_a_refusal_to_end_a_transaction_has_the_error(version: int, size: int) -> None:
    refused = refusal_of(requests.end_txn(9, commits=True, version=version), 51)
    assert correlation_id(refused) == 9
    assert error_of_end(version, refused) == 51
    assert len(refused) == size


def test_the_error_code_of_the_first_partition_is_read_but_unknown_in_a_later_version() -> None:
    for version in (0, 1, 2, 3):
        for code in (51, 0):
            assert error_of_partitions(version, requests.add_partitions_answer(1, code, version)) == code
        assert error_of_partitions(version, requests.add_partitions_answer(1, 51, version)[:11]) is None
    assert error_of_partitions(4, requests.add_partitions_answer(1, 51, 3)) is None


@pytest.mark.parametrize("version", [3, 8, 9, 12, 13])
def test_the_producer_the_partitions_and_the_messages_are_read(version: int) -> None:
    read = content_of(requests.produce(1, partitions=[3, 300], version=version))
    assert read == RequestContent(7, 4, partitions=(3, 300), messages=6)
    for other in (2, 14):
        assert content_of(requests.request(requests.PRODUCE, 1, other)) is None


@pytest.mark.parametrize("version", [3, 9, 13])
def test_a_request_with_messages_that_is_cut_off_is_an_error(version: int) -> None:
    whole = requests.produce(1, partitions=[0], version=version)
    for length in range(14, len(whole) - 10):
        with pytest.raises(FrameError, match=f"a request of {length} bytes"):
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
    assert refusal_of(frame, 19) == requests.answer(5, body + bytes(4) + end)


def test_a_refusal_of_many_partitions_has_a_length_of_two_bytes() -> None:
    assert length_field(256, is_compact=True) == b"\x81\x02"
    assert length_of(length_field(256, is_compact=True), 0, is_compact=True) == (256, 2)


def test_a_request_without_a_known_refusal_is_named() -> None:
    with pytest.raises(ValueError, match="no error response for API key 24"):
        refusal_of(requests.request(requests.ADD_PARTITIONS, 1, 0), 19)
