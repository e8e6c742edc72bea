"""What a producer's monitor had to do."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

MONITORED = ("retransmitted", "retransmission_time", "unfinished", "left_to_monitor")


def monitored(confirmations: pa.Table, counted: Mapping[str, int]) -> dict[str, float | None]:
    """The metrics of a monitor, by their names.

    Args:
        confirmations: Rows of ``confirmations.parquet``.
        counted: What the load programs counted; a monitor that was killed has said nothing of its time.
    """
    retransmitting_ns = counted.get("retransmitting_ns")
    return {
        "retransmitted": pc.sum(confirmations["retransmitted"]).as_py() or 0,
        "retransmission_time": None if retransmitting_ns is None else retransmitting_ns / 1e9,
        "unfinished": confirmations["confirmed_ns"].null_count,
        "left_to_monitor": counted.get("left_to_monitor", 0),
    }
