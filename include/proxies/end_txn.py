"""The bodies of EndTxn, the request by which a transaction is committed or aborted, and of its answer.

Source: https://kafka.apache.org/protocol#The_Messages_EndTxn.
"""

import struct
from dataclasses import dataclass

from include.load_runtime.strike import End, Request
from include.proxies.fields import after_string, after_tagged_fields
from include.proxies.frames import (
    AFTER_CORRELATION_ID,
    AFTER_CORRELATION_ID_OF_ANSWER,
    FrameError,
    RequestHeader,
)

FIRST_FLEXIBLE_VERSION = 3
"""The first version with compact strings, and with tagged fields after the client id."""

NEWEST_VERSION = 5

_FIELDS = struct.Struct(">qh?")
_THROTTLE_AND_ERROR = struct.Struct(">ih")


@dataclass(frozen=True)
class EndTxn:
    """The fields of an EndTxn request, except the transactional id."""

    producer_id: int
    producer_epoch: int
    outcome: End


def end_txn(header: RequestHeader, frame: bytes) -> EndTxn | None:
    """The fields of an EndTxn request; None of another request, or of an unknown version.

    Raises:
        FrameError: The frame is cut off.
    """
    if header.api_key != Request.END_TXN.api_key or header.version > NEWEST_VERSION:
        return None
    is_flexible = header.version >= FIRST_FLEXIBLE_VERSION
    try:
        place = _after_header(frame, is_flexible=is_flexible)
        place = after_string(frame, place, is_compact=is_flexible)
        producer_id, epoch, is_commit = _FIELDS.unpack_from(frame, place)
    except (struct.error, IndexError):
        raise FrameError(f"an EndTxn request of {len(frame)} bytes") from None
    return EndTxn(producer_id, epoch, End.COMMIT if is_commit else End.ABORT)


def error_of_answer(answer: bytes, version: int) -> int | None:
    """The error code in the answer to a request of a version, 0 without an error.

    Returns:
        None if this program does not know the version.

    Raises:
        FrameError: The answer is cut off.
    """
    if version > NEWEST_VERSION:
        return None
    place = AFTER_CORRELATION_ID_OF_ANSWER
    try:
        if version >= FIRST_FLEXIBLE_VERSION:
            place = after_tagged_fields(answer, place)
        _, error_code = _THROTTLE_AND_ERROR.unpack_from(answer, place)
    except (struct.error, IndexError):
        raise FrameError(f"an answer to EndTxn of {len(answer)} bytes") from None
    return int(error_code)


def _after_header(frame: bytes, *, is_flexible: bool) -> int:
    """The position of the body: after the client id and, in a flexible version, the tagged fields."""
    place = after_string(frame, AFTER_CORRELATION_ID, is_compact=False)
    return after_tagged_fields(frame, place) if is_flexible else place
