"""What it meant for a cell's partitions and messages that members came and went."""

from itertools import pairwise
from math import inf

import numpy as np
import pyarrow as pa

from include.scenarios.group_rebalance.settings import OwnershipSettings
from include.spark_jobs.measure import Numbers
from include.spark_jobs.rawcell import RawCell, numbers
from include.spark_jobs.scenarios.group_rebalance.ownership_rows import received_ns
from include.spark_jobs.timeline import SECONDS, beginning, longest_gaps, receipts
from include.verdicts.scenarios.group_rebalance.ownership import (
    Gap,
    Tenure,
    fairness,
    gaps,
    moved,
    moved_needlessly,
    present,
    spread,
    states,
)

Metrics = dict[str, float | None]

METRICS = (
    "ownership_pause",
    "ownership_pause_mean",
    "delivery_pause_mean",
    "regroup_time",
    "moved",
    "moved_needlessly",
    "owned_spread",
    "fairness",
    "split_keys",
)


def ownership(cell: RawCell) -> Metrics:
    """All metrics of ownership by name; None in cells of another scenario."""
    nothing: Metrics = dict.fromkeys(METRICS)
    if cell.ownership is None or not isinstance(cell.settings, OwnershipSettings) or not cell.created_ns.size:
        return nothing
    held = tenures(cell.ownership)
    return {**nothing, **_pauses(cell, held), **_changes(cell, held), **_keys(cell, cell.settings.keys)}


def tenures(table: pa.Table) -> list[Tenure]:
    """The rows of ``ownership.parquet``, times in ns."""
    return [
        Tenure(
            (row["consumer"], row["attempt"]),
            row["partition"],
            row["from_ns"],
            inf if row["until_ns"] is None else row["until_ns"],
        )
        for row in table.to_pylist()
    ]


def split_keys(keys: Numbers, partitions: Numbers) -> int:
    """Keys whose messages are in more than one partition; a key and a partition for each message."""
    pairs = np.unique(np.stack([keys, partitions]), axis=1)
    _, different = np.unique(pairs[0], return_counts=True)
    return int(np.count_nonzero(different > 1))


def _pauses(cell: RawCell, held: list[Tenure]) -> Metrics:
    first, last = int(cell.created_ns.min()), _last(cell, held)
    found = [gaps(held, partition, first, last) for partition in range(cell.settings.partitions)]
    lengths = [sum(gap.ended - gap.began for gap in of_one) / SECONDS for of_one in found]
    still = longest_gaps(receipts(cell), beginning(cell))
    return {
        "ownership_pause": max(lengths),
        "ownership_pause_mean": float(np.mean(lengths)),
        "delivery_pause_mean": float(np.mean(still)) if still else None,
        "regroup_time": _length([gap for of_one in found for gap in of_one]),
    }


def _changes(cell: RawCell, held: list[Tenure]) -> Metrics:
    """What moved from each state of the group to the next, and how fair the last one is."""
    found = states(held, cell.settings.partitions, int(cell.created_ns.min()))
    if not found:
        return {}
    pairs = [(one.holdings, other.holdings) for one, other in pairwise(found)]
    last = found[-1]
    members = present(held, _last(cell, held))
    given = [int(np.count_nonzero(received_ns(cell.received, one) >= last.since)) for one in members]
    return {
        "moved": sum(moved(*pair) for pair in pairs),
        "moved_needlessly": sum(moved_needlessly(*pair) for pair in pairs),
        "owned_spread": spread([len(last.holdings.get(member, ())) for member in members]),
        "fairness": fairness(given),
    }


def _keys(cell: RawCell, keys: int) -> Metrics:
    if not keys:
        return {}
    known = cell.sent.select(["id", "partition"]).drop_null()
    return {"split_keys": split_keys(numbers(known["id"]) % keys, numbers(known["partition"]))}


def _last(cell: RawCell, held: list[Tenure]) -> int:
    """The last moment of which anything is known, in ns."""
    known = [int(one.max()) for one in (cell.created_ns, cell.deliveries.received_ns) if one.size]
    return max(*known, *(int(one.began) for one in held))


def _length(found: list[Gap]) -> float:
    """Seconds from the beginning of the first gap to the end of the last."""
    if not found:
        return 0.0
    return (max(gap.ended for gap in found) - min(gap.began for gap in found)) / SECONDS
