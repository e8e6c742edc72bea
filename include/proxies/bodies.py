"""The bodies that the proxy reads, and the answers that it gives in place of a broker."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from include.load_runtime.strike import Request
from include.proxies import add_partitions_to_txn, end_txn, produce
from include.proxies.frames import FrameError, RequestContent, RequestHeader


class Body(NamedTuple):
    """The functions for the bodies of one request of Kafka's protocol; None where the proxy needs none."""

    content: Callable[[RequestHeader, bytes], RequestContent | None] | None = None
    """Reads what a request carries."""
    refusal: Callable[[RequestHeader, bytes, int], bytes] | None = None
    """Writes an answer with an error."""
    error_of_answer: Callable[[bytes, int], int | None] | None = None
    """Reads the error code in an answer of a version."""


BODIES: Mapping[int, Body] = {
    Request.END_TXN.api_key: Body(end_txn.content, end_txn.refusal, end_txn.error_of_answer),
    Request.PRODUCE.api_key: Body(produce.content, produce.refusal),
    Request.ADD_PARTITIONS_TO_TXN.api_key: Body(error_of_answer=add_partitions_to_txn.error_of_answer),
}
"""The bodies that the proxy knows, by API key."""

UNKNOWN = Body()


def content_of(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """What a request carries; None if its body is not read.

    Raises:
        FrameError: The frame is cut off.
    """
    read = BODIES.get(header.api_key, UNKNOWN).content
    return read(header, frame) if read else None


def refusal_of(header: RequestHeader, frame: bytes, error_code: int) -> bytes:
    """An answer with an error to a request, of which ``content_of`` is not None.

    Raises:
        ValueError: The proxy does not know how to answer the request.
    """
    write = BODIES.get(header.api_key, UNKNOWN).refusal
    if write is None:
        raise ValueError(f"the proxy has no error response for API key {header.api_key}")
    return write(header, frame, error_code)


def error_code(api_key: int, version: int, answer: bytes) -> int | None:
    """The error code in an answer, 0 without an error; None if the proxy cannot read it."""
    read = BODIES.get(api_key, UNKNOWN).error_of_answer
    try:
        return read(answer, version) if read else None
    except FrameError:
        return None
