"""Which messages the brokers have stored as settled: accepted, rejected or archived."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

FINAL = ("acknowledged", "archived")


class StoredOffsets(NamedTuple):
    """What was stored of each offset of a partition, shapes (end,)."""

    is_settled: npt.NDArray[np.bool_]
    """Whether it was ever stored as settled, or is before a start offset."""
    is_overwritten: npt.NDArray[np.bool_]
    """Whether it was stored as settled, and in the end as available again."""


def stored_offsets(state: pa.Table, partition: int, end: int) -> StoredOffsets:
    """What the brokers have stored of the offsets of a partition before ``end``.

    Args:
        state: ``share_state.parquet``.
    """
    was_settled, is_available, start = np.zeros(end, bool), np.zeros(end, bool), 0
    for change in state.to_pylist():
        if change["partition"] != partition:
            continue
        start = max(start, change["start_offset"] or 0)
        if change["first_offset"] is not None:
            batch = slice(change["first_offset"], change["last_offset"] + 1)
            is_available[batch] = change["state"] not in FINAL
            was_settled[batch] |= change["state"] in FINAL
    is_available[:start] = False
    is_overwritten = was_settled & is_available
    was_settled[:start] = True
    return StoredOffsets(was_settled, is_overwritten)


def is_all_settled(state: pa.Table, ends: Mapping[int, int]) -> bool:
    """Whether all messages are settled; ``ends`` has the end of the log of each partition."""
    return all(stored_offsets(state, partition, end).is_settled.all() for partition, end in ends.items())
