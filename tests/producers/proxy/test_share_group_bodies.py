import struct

import pytest

from include.producers.proxy import request_bodies_and_refusals as bodies
from include.producers.proxy.frames import FrameError, RequestContent, correlation_id, request_header
from tests.producers.proxy.requests import SHARE_ACKNOWLEDGE, SHARE_FETCH, share_answer, share_request

with_each_request = pytest.mark.parametrize("api_key", [SHARE_FETCH, SHARE_ACKNOWLEDGE])
with_each_version = pytest.mark.parametrize("version", [1, 2])


def content_of(frame: bytes) -> RequestContent | None:
    return bodies.content_of(request_header(frame), frame)


@with_each_request
@with_each_version
def test_the_partitions_and_the_number_of_acknowledged_messages_are_read(api_key: int, version: int) -> None:
    accepted_and_rejected, with_gap = (10, 19, b"\1"), (20, 23, b"\1\0\3\1")
    acknowledged = {3: [accepted_and_rejected, with_gap], 7: [], 200: [(0, 0, b"\2"), (5, 6, b"\0")]}
    read = content_of(share_request(api_key, 1, acknowledged, version))
    assert read == RequestContent(None, None, partitions=(3, 200), messages=14)
    assert content_of(share_request(api_key, 1, version=version)) == RequestContent(None, None, messages=0)


@with_each_request
def test_a_request_in_a_later_version_is_not_read_and_a_cut_off_one_is_an_error(api_key: int) -> None:
    whole = share_request(api_key, 1, {0: [(0, 9, b"\1")]})
    assert content_of(share_request(api_key, 1, version=3)) is None
    for length in range(14, 60):
        with pytest.raises(FrameError, match=f"a request of {length} bytes"):
            content_of(whole[:length])


@with_each_request
@with_each_version
def test_the_first_error_in_an_answer_is_read(api_key: int, version: int) -> None:
    for errors, error, read in (((), 0, 0), ((0, 0), 0, 0), ((0, 121, 6), 0, 121), ((121,), 122, 122)):
        assert bodies.error_code(api_key, version, share_answer(api_key, 1, errors, version, error)) == read
    assert bodies.error_code(api_key, version, share_answer(api_key, 1, [0], version)[:40]) is None


@with_each_version
def test_a_refusal_has_the_error_and_no_partition(version: int) -> None:
    for api_key, has_lock_time in ((SHARE_FETCH, True), (SHARE_ACKNOWLEDGE, version == 2)):
        frame = share_request(api_key, 9, version=version)
        refused = bodies.refusal_of(request_header(frame), frame, 122)
        assert correlation_id(refused) == 9
        assert bodies.error_code(api_key, version, refused) == 122
        assert refused[8:] == b"\0" + struct.pack(">ihb", 0, 122, 0) + bytes(4 * has_lock_time) + b"\1\1\0"
