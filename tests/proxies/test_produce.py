"""The content of a Produce request, in the versions that clients send."""

import pytest

from include.proxies.frames import FrameError, request_header
from include.proxies.produce import content
from include.proxies.request_content import RequestContent
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
