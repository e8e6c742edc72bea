"""Which messages the brokers have stored as settled: accepted, rejected or archived."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pyarrow as pa

FINAL = ("acknowledged", "archived")


def settled_offsets(state: pa.Table, partition: int, end: int) -> npt.NDArray[np.bool_]:
    """Whether each offset of a partition before ``end`` is settled, shape (end,).

    Args:
        state: ``share_state.parquet``. What comes before a start offset of its partition is settled; behind
            it, the last stored state counts.
    """
    is_settled, start = np.zeros(end, bool), 0
    for change in state.to_pylist():
        if change["partition"] != partition:
            continue
        start = max(start, change["start_offset"] or 0)
        if change["first_offset"] is not None:
            is_settled[change["first_offset"] : change["last_offset"] + 1] = change["state"] in FINAL
    is_settled[:start] = True
    return is_settled


def is_all_settled(state: pa.Table, ends: Mapping[int, int]) -> bool:
    """Whether all messages are settled; ``ends`` has the end of the log of each partition."""
    return all(settled_offsets(state, partition, end).all() for partition, end in ends.items())
