"""Which messages the brokers have stored as settled: accepted, rejected or archived."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pyarrow as pa

STATES = ("available", "acknowledged", "archived")
"""The stored states, each of which replaces those before it."""

ALTERED = "altered"
"""The state in a row before the state that replaces all before, because the offset of the group was set."""

NEVER_STORED = 0
"""The rank of an offset without a state; it is not settled."""

Flags = npt.NDArray[np.bool_]


def settled_offsets(state: pa.Table, ends: Mapping[int, int]) -> dict[int, Flags]:
    """Whether the offsets before an end are stored as settled, for each partition; shapes (end,).

    A state may be stored late. Of two states of a message, the share coordinator keeps that with the higher
    delivery count; with the same count, a settled one. Source: ``PersisterStateBatchCombiner`` in Kafka's
    ``share-coordinator``.

    Args:
        state: ``share_state.parquet``.
        ends: The offset after the last one that is asked for, for each partition.
    """
    ranks = {partition: np.full(end, NEVER_STORED) for partition, end in ends.items()}
    starts = dict.fromkeys(ends, 0)
    for change in state.to_pylist():
        partition = change["partition"]
        if partition not in ends:
            continue
        if change["state"] == ALTERED:
            starts[partition] = 0
            ranks[partition][:] = NEVER_STORED
        starts[partition] = max(starts[partition], change["start_offset"] or 0)
        if change["first_offset"] is not None:
            kept = ranks[partition][change["first_offset"] : change["last_offset"] + 1]
            np.maximum(kept, _rank(change["delivery"] or 0, change["state"]), out=kept)
    return {
        partition: (np.arange(ends[partition]) < start) | (ranks[partition] % len(STATES) > 0)
        for partition, start in starts.items()
    }


def _rank(delivery: int, state: str) -> int:
    """The rank of a state of a message; the share coordinator keeps the state with the highest rank."""
    return delivery * len(STATES) + (STATES.index(state) if state in STATES else 0)


def is_all_settled(state: pa.Table, ends: Mapping[int, int]) -> bool:
    """Whether all messages are settled; ``ends`` has the end of the log of each partition."""
    return all(is_settled.all() for is_settled in settled_offsets(state, ends).values())
