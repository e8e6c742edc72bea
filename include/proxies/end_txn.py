"""The bodies of EndTxn, the request by which a transaction is committed or aborted, and of its answer.

Source: https://kafka.apache.org/protocol#The_Messages_EndTxn.
"""

import struct

from include.load_runtime.strike import End
from include.proxies.fields import after_header, after_string, after_tagged_fields
from include.proxies.frames import (
    AFTER_CORRELATION_ID_OF_ANSWER,
    FrameError,
    RequestContent,
    RequestHeader,
    answer_frame,
)

FIRST_FLEXIBLE_VERSION = 3
"""The first version with compact strings, and with tagged fields after the client id."""

FIRST_VERSION_WITH_NEXT_EPOCH, NEWEST_VERSION = 5, 5
"""The first version whose answer has id and epoch of the producer's next transaction, and the newest one."""

_FIELDS = struct.Struct(">qh?")
_THROTTLE_AND_ERROR = struct.Struct(">ih")
_NO_NEXT_EPOCH = struct.Struct(">qh").pack(-1, -1)


def content(header: RequestHeader, frame: bytes) -> RequestContent | None:
    """The content of an EndTxn request; None of an unknown version.

    Raises:
        FrameError: The frame is cut off.
    """
    if header.version > NEWEST_VERSION:
        return None
    is_flexible = header.version >= FIRST_FLEXIBLE_VERSION
    try:
        place = after_string(frame, after_header(frame, is_flexible=is_flexible), is_compact=is_flexible)
        producer_id, epoch, is_commit = _FIELDS.unpack_from(frame, place)
    except (struct.error, IndexError):
        raise FrameError(f"an EndTxn request of {len(frame)} bytes") from None
    return RequestContent(producer_id, epoch, outcome=End.COMMIT if is_commit else End.ABORT)


def refusal(header: RequestHeader, _frame: bytes, error_code: int) -> bytes:
    """An answer with an error to a request, of which ``content`` is not None."""
    no_tags = b"\0" if header.version >= FIRST_FLEXIBLE_VERSION else b""
    next_epoch = _NO_NEXT_EPOCH if header.version >= FIRST_VERSION_WITH_NEXT_EPOCH else b""
    return answer_frame(header, no_tags + _THROTTLE_AND_ERROR.pack(0, error_code) + next_epoch + no_tags)


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
