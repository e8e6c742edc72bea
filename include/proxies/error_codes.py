"""The error code in an answer, of the requests whose answers the proxy can read."""

from collections.abc import Callable, Mapping

from include.load_runtime.strike import Request
from include.proxies import add_partitions_to_txn, end_txn
from include.proxies.frames import FrameError

_READERS: Mapping[int, Callable[[bytes, int], int | None]] = {
    Request.ADD_PARTITIONS_TO_TXN.api_key: add_partitions_to_txn.error_of_answer,
    Request.END_TXN.api_key: end_txn.error_of_answer,
}
"""The functions that read an error code, by the API key of the request."""


def error_code(api_key: int, version: int, answer: bytes) -> int | None:
    """The error code in an answer, 0 without an error; None if the proxy cannot read it."""
    read = _READERS.get(api_key)
    try:
        return read(answer, version) if read else None
    except FrameError:
        return None
