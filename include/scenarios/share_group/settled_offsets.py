"""Which messages the brokers have stored as settled: accepted, rejected or archived."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

FINAL = ("acknowledged", "archived")

ALTERED = "altered"
"""The state in a row before the state that replaces all before, because the offset of the group was set."""

Flags = npt.NDArray[np.bool_]


class StoredOffsets(NamedTuple):
    """What was stored of each offset of a partition, shapes (end,)."""

    is_settled: Flags
    """Whether it was stored as settled since the offset of the group was set, or is before a start offset."""
    is_overwritten: Flags
    """Whether it was stored as settled, and in the end as available again."""


def stored_offsets(state: pa.Table, ends: Mapping[int, int]) -> dict[int, StoredOffsets]:
    """What the brokers have stored of the offsets before an end, for each partition.

    Args:
        state: ``share_state.parquet``.
        ends: The offset after the last one that is asked for, for each partition.
    """
    was_settled = {partition: np.zeros(end, bool) for partition, end in ends.items()}
    is_available = {partition: np.zeros(end, bool) for partition, end in ends.items()}
    starts = dict.fromkeys(ends, 0)
    for change in state.to_pylist():
        partition = change["partition"]
        if partition not in ends:
            continue
        if change["state"] == ALTERED:
            starts[partition] = 0
            was_settled[partition][:] = is_available[partition][:] = False
        starts[partition] = max(starts[partition], change["start_offset"] or 0)
        if change["first_offset"] is not None:
            batch = slice(change["first_offset"], change["last_offset"] + 1)
            is_available[partition][batch] = change["state"] not in FINAL
            was_settled[partition][batch] |= change["state"] in FINAL
    return {
        partition: _with_start(was_settled[partition], is_available[partition], start)
        for partition, start in starts.items()
    }


def _with_start(was_settled: Flags, is_available: Flags, start: int) -> StoredOffsets:
    """What is known of the offsets when all before ``start`` are settled, whatever was stored of them."""
    is_before = np.arange(was_settled.size) < start
    return StoredOffsets(was_settled | is_before, was_settled & is_available & ~is_before)


def is_all_settled(state: pa.Table, ends: Mapping[int, int]) -> bool:
    """Whether all messages are settled; ``ends`` has the end of the log of each partition."""
    return all(stored.is_settled.all() for stored in stored_offsets(state, ends).values())
