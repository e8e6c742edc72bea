import struct
from collections.abc import Mapping, Sequence

import pytest

from include.load.protocol_requests import End
from include.producers.proxy import request_bodies_and_refusals as bodies
from include.producers.proxy.frames import FrameError, RequestContent, request_header
from tests.producers.proxy.requests import ADD_PARTITIONS, array, compact, framed, request

MARKERS = 27


def content_of(frame: bytes) -> RequestContent | None:
    return bodies.content_of(request_header(frame), frame)


def topics(partitions: Mapping[bytes, Sequence[int]], *, is_compact: bool) -> bytes:
    tags = b"\0" * is_compact
    return array(
        [
            (b"\2" if is_compact else b"\0\1")
            + name
            + array([struct.pack(">i", id) for id in ids], is_compact=is_compact)
            + tags
            for name, ids in partitions.items()
        ],
        is_compact=is_compact,
    )


def markers(partitions: Mapping[bytes, Sequence[int]], *, commits: bool, version: int = 2) -> bytes:
    """A request of a coordinator with the end of a transaction of producer 7 with epoch 4."""
    is_compact = version >= 1
    tags = b"\0" * is_compact
    marker = struct.pack(">qh?", 7, 4, commits) + topics(partitions, is_compact=is_compact)
    marker += struct.pack(">i", 0) + b"\2" * (version >= 2) + tags
    return request(MARKERS, 1, version, tags + array([marker], is_compact=is_compact) + tags)


def added(partitions: Mapping[bytes, Sequence[int]], version: int = 5) -> bytes:
    """A request of a leader to add partitions to a transaction of producer 7 with epoch 4."""
    transaction = b"\4abc" + struct.pack(">qh?", 7, 4, False) + topics(partitions, is_compact=True) + b"\0"
    return request(ADD_PARTITIONS, 1, version, b"\0" + compact([transaction]) + b"\0")


def answer(errors: Sequence[int], version: int) -> bytes:
    """The answer of a leader to a request with markers for two partitions of one topic."""
    is_compact = version >= 1
    tags = b"\0" * is_compact
    name = b"\2t" if is_compact else b"\0\1t"
    partitions = array(
        [struct.pack(">ih", id, error) + tags for id, error in enumerate(errors)], is_compact=is_compact
    )
    topic = array([name + partitions + tags], is_compact=is_compact)
    marker = struct.pack(">q", 7) + topic + tags
    body = tags + array([marker], is_compact=is_compact) + tags
    return framed(struct.pack(">i", 1) + body)


@pytest.mark.parametrize("version", [0, 1, 2])
def test_the_outcome_and_the_partitions_of_markers_are_read(version: int) -> None:
    frame = markers({b"t": [0, 300], b"u": [2]}, commits=True, version=version)
    assert content_of(frame) == RequestContent(7, 4, outcome=End.COMMIT, partitions=(0, 300, 2))
    aborted = content_of(markers({b"t": [1]}, commits=False, version=version))
    assert aborted == RequestContent(7, 4, outcome=End.ABORT, partitions=(1,))


@pytest.mark.parametrize("version", [4, 5])
def test_the_partitions_that_a_leader_adds_to_a_transaction_are_read(version: int) -> None:
    assert content_of(added({b"t": [3]}, version)) == RequestContent(7, 4, partitions=(3,))


@pytest.mark.parametrize("version", [0, 1, 2])
def test_the_error_of_the_first_partition_is_read(version: int) -> None:
    assert bodies.error_code(MARKERS, version, answer([47, 0], version)) == 47
    assert bodies.error_code(MARKERS, version, answer([0, 0], version)) == 0
    assert bodies.error_code(MARKERS, version, answer([47], version)[:20]) is None


def test_other_versions_are_not_read_and_a_cut_off_request_is_an_error() -> None:
    assert content_of(markers({b"t": [0]}, commits=True, version=3)) is None
    assert content_of(added({b"t": [0]}, version=6)) is None
    whole = markers({b"t": [0]}, commits=True)
    for length in range(15, 32):
        with pytest.raises(FrameError, match=f"a request of {length} bytes"):
            content_of(whole[:length])
