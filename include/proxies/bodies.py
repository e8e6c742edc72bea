"""The bodies that the proxy reads, and the answers that it gives in place of a broker."""

from collections.abc import Callable, Mapping

from include.load_runtime.strike import Request
from include.proxies import end_txn, produce
from include.proxies.frames import RequestHeader
from include.proxies.request_content import RequestContent

CONTENTS: Mapping[int, Callable[[RequestHeader, bytes], RequestContent | None]] = {
    Request.END_TXN.api_key: end_txn.content,
    Request.PRODUCE.api_key: produce.content,
}
"""The functions that read bodies, by API key."""

REFUSALS: Mapping[int, Callable[[RequestHeader, bytes, int], bytes]] = {
    Request.END_TXN.api_key: end_txn.refusal,
    Request.PRODUCE.api_key: produce.refusal,
}
"""The functions that write answers with an error, by API key."""


def content_of(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """What a request carries; None if its body is not read.

    Raises:
        FrameError: The frame is cut off.
    """
    read = CONTENTS.get(header.api_key)
    return read(header, frame) if read else None


def refusal_of(header: RequestHeader, frame: bytes, error_code: int) -> bytes:
    """An answer with an error to a request, of which ``content_of`` is not None."""
    return REFUSALS[header.api_key](header, frame, error_code)
