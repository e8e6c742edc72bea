"""The answer to AddPartitionsToTxn, the request by which partitions join a transaction.

Source: https://kafka.apache.org/protocol#The_Messages_AddPartitionsToTxn. Clients send the versions 0 to 3,
and brokers the later ones.
"""

import struct

from include.proxies.fields import after_string, after_tagged_fields, length_of
from include.proxies.frames import AFTER_CORRELATION_ID_OF_ANSWER, FrameError

FIRST_FLEXIBLE_VERSION = 3
"""The first version with compact strings and arrays, and with tagged fields after the correlation id."""

NEWEST_VERSION = 3

_THROTTLE_BYTES = 4
_PARTITION_BYTES = 4
_ERROR_CODE = struct.Struct(">h")


def error_of_answer(answer: bytes, version: int) -> int | None:
    """The error code in the answer to a request of a version, 0 without an error.

    There is an error code for each partition, of which the first is returned: a transaction that cannot begin
    yet is the same for all partitions.

    Returns:
        None if this program does not know the version.

    Raises:
        FrameError: The answer is cut off.
    """
    if version > NEWEST_VERSION:
        return None
    is_flexible = version >= FIRST_FLEXIBLE_VERSION
    place = AFTER_CORRELATION_ID_OF_ANSWER
    try:
        if is_flexible:
            place = after_tagged_fields(answer, place)
        place = _first_error(answer, place + _THROTTLE_BYTES, is_flexible=is_flexible)
        (error_code,) = _ERROR_CODE.unpack_from(answer, place)
    except (struct.error, IndexError):
        raise FrameError(f"an answer to AddPartitionsToTxn of {len(answer)} bytes") from None
    return int(error_code)


def _first_error(answer: bytes, topics: int, *, is_flexible: bool) -> int:
    """The position of the error code of the first partition of the first topic."""
    _, topic = length_of(answer, topics, is_compact=is_flexible)
    partitions = after_string(answer, topic, is_compact=is_flexible)
    _, partition = length_of(answer, partitions, is_compact=is_flexible)
    return partition + _PARTITION_BYTES
