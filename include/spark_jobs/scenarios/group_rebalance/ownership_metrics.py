"""The metrics of a consumer group whose members come and go."""

from itertools import pairwise
from math import inf

import numpy as np
import pyarrow as pa

from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.spark_jobs.measures.arrays import Numbers
from include.spark_jobs.measures.moments import NS_PER_SECOND, receipts
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.measures.recovery import fault_beginning, longest_gaps
from include.spark_jobs.scenarios.group_rebalance.ownership_rows import ownership_of, received_ns
from include.verdicts.scenarios.group_rebalance.ownership import (
    OwnershipGap,
    OwnershipPeriod,
    fairness,
    group_states,
    members_at,
    moved,
    moved_needlessly,
    ownership_gaps,
    ownership_spread,
)


def ownership_metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column; none for a cell without messages."""
    table, settings = ownership_of(cell), cell.settings
    if table is None or not isinstance(settings, GroupRebalanceSettings) or not cell.created_ns.size:
        return {}
    periods = ownership_periods(table)
    return {**_pauses(cell, periods), **_changes(cell, periods), **_keys(cell, settings.keys)}


def ownership_periods(table: pa.Table) -> list[OwnershipPeriod]:
    """The rows of ``ownership.parquet``, times in ns."""
    return [
        OwnershipPeriod(
            (row["consumer"], row["attempt"]),
            row["partition"],
            row["from_ns"],
            inf if row["until_ns"] is None else row["until_ns"],
        )
        for row in table.to_pylist()
    ]


def split_keys(keys: Numbers, partitions: Numbers) -> int:
    """How many keys have messages in more than one partition, given the key and partition of each message."""
    pairs = np.unique(np.stack([keys, partitions]), axis=1)
    _, different = np.unique(pairs[0], return_counts=True)
    return int(np.count_nonzero(different > 1))


def _pauses(cell: RawCell, periods: list[OwnershipPeriod]) -> Metrics:
    first, last = cell.load_began_ns, _last_moment(cell, periods)
    found = [ownership_gaps(periods, partition, first, last) for partition in range(cell.settings.partitions)]
    lengths = [sum(gap.ended - gap.began for gap in of_one) / NS_PER_SECOND for of_one in found]
    still = longest_gaps(receipts(cell), fault_beginning(cell))
    return {
        "ownership_pause": max(lengths),
        "ownership_pause_mean": float(np.mean(lengths)),
        "delivery_pause_mean": float(np.mean(still)) if still else None,
        "regroup_time": _length([gap for of_one in found for gap in of_one]),
    }


def _changes(cell: RawCell, periods: list[OwnershipPeriod]) -> Metrics:
    """How many partitions moved from each state of the group to the next, and how fair the last state is."""
    found = group_states(periods, cell.settings.partitions, cell.load_began_ns)
    if not found:
        return {}
    pairs = [(one.assignment, other.assignment) for one, other in pairwise(found)]
    last = found[-1]
    members = members_at(periods, _last_moment(cell, periods))
    received = [int(np.count_nonzero(received_ns(cell.received, one) >= last.since)) for one in members]
    return {
        "moved": sum(moved(*pair) for pair in pairs),
        "moved_needlessly": sum(moved_needlessly(*pair) for pair in pairs),
        "owned_spread": ownership_spread([len(last.assignment.get(member, ())) for member in members]),
        "fairness": fairness(received),
    }


def _keys(cell: RawCell, keys: int) -> Metrics:
    if not keys:
        return {}
    known = cell.sent.select(["id", "partition"]).drop_null()
    return {"split_keys": split_keys(numbers(known["id"]) % keys, numbers(known["partition"]))}


def _last_moment(cell: RawCell, periods: list[OwnershipPeriod]) -> int:
    """The last moment of which anything is known, in ns."""
    known = [int(one.max()) for one in (cell.created_ns, cell.deliveries.received_ns) if one.size]
    return max(*known, *(int(one.began) for one in periods))


def _length(found: list[OwnershipGap]) -> float:
    """Seconds from the beginning of the first gap to the end of the last."""
    if not found:
        return 0.0
    return (max(gap.ended for gap in found) - min(gap.began for gap in found)) / NS_PER_SECOND
