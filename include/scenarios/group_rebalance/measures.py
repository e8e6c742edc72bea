"""Measure the effects on partitions and messages when members join and leave a consumer group."""

from importlib.resources import files
from itertools import pairwise
from math import inf

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import scenario_tables
from include.rawlog.schemas_from_toml import read_tables
from include.scenarios.group_rebalance.rules import (
    Member,
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
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.event_times_and_rates import NS_PER_SECOND, receipts
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.measures.recovery import fault_beginning, longest_gaps
from include.spark_jobs.tables import schemas
from include.spark_jobs.tables.schemas import ScenarioMeasures, TableRows

TABLES = read_tables(
    files(__package__) / "tables.toml", {**schemas.TABLES, **scenario_tables("group_rebalance")}
)


def ownership_of(cell: RawCell) -> pa.Table | None:
    """The rows of ``ownership.parquet``; None for a cell that is not of the scenario ``group_rebalance``."""
    return cell.files.get("ownership.parquet")


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column; none for a cell without messages."""
    table, settings = ownership_of(cell), cell.settings
    if table is None or not isinstance(settings, GroupRebalanceSettings) or not cell.created_ns.size:
        return {}
    periods = ownership_periods(table)
    return {**_pauses(cell, periods), **_changes(cell, periods), **_keys(cell, settings.keys)}


def ownership_periods(table: pa.Table) -> list[OwnershipPeriod]:
    """The rows of ``ownership.parquet`` as periods, with times in ns."""
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
    """The number of keys whose messages are in more than one partition."""
    pairs = np.unique(np.stack([keys, partitions]), axis=1)
    _, different = np.unique(pairs[0], return_counts=True)
    return int(np.count_nonzero(different > 1))


def _pauses(cell: RawCell, periods: list[OwnershipPeriod]) -> Metrics:
    first, last = cell.load_began_ns, _last_moment(cell, periods)
    gaps_by_partition = [
        ownership_gaps(periods, partition, first, last) for partition in range(cell.settings.partitions)
    ]
    lengths = [sum(gap.ended - gap.began for gap in gaps) / NS_PER_SECOND for gaps in gaps_by_partition]
    still = longest_gaps(receipts(cell), fault_beginning(cell))
    return {
        "ownership_pause": max(lengths),
        "ownership_pause_mean": float(np.mean(lengths)),
        "delivery_pause_mean": float(np.mean(still)) if still else None,
        "regroup_time": _length([gap for gaps in gaps_by_partition for gap in gaps]),
    }


def _changes(cell: RawCell, periods: list[OwnershipPeriod]) -> Metrics:
    """Partitions that moved between successive states of the group, and the fairness of the last state."""
    states = group_states(periods, cell.settings.partitions, cell.load_began_ns)
    if not states:
        return {}
    pairs = [(state.assignment, other.assignment) for state, other in pairwise(states)]
    last = states[-1]
    members = members_at(periods, _last_moment(cell, periods))
    received = [int(np.count_nonzero(received_ns(cell.received, member) >= last.since)) for member in members]
    return {
        "moved": sum(moved(*pair) for pair in pairs),
        "moved_needlessly": sum(moved_needlessly(*pair) for pair in pairs),
        "owned_spread": ownership_spread([len(last.assignment.get(member, ())) for member in members]),
        "fairness": fairness(received),
    }


def _keys(cell: RawCell, keys: int) -> Metrics:
    if not keys:
        return {}
    rows = cell.sent.select(["id", "partition"]).drop_null()
    return {"split_keys": split_keys(numbers(rows["id"]) % keys, numbers(rows["partition"]))}


def _last_moment(cell: RawCell, periods: list[OwnershipPeriod]) -> int:
    """The latest time that the cell recorded, in ns."""
    moments = [int(times.max()) for times in (cell.created_ns, cell.deliveries.received_ns) if times.size]
    return max(*moments, *(int(period.began) for period in periods))


def _length(gaps: list[OwnershipGap]) -> float:
    """Seconds from the beginning of the first gap to the end of the last gap."""
    if not gaps:
        return 0.0
    return (max(gap.ended for gap in gaps) - min(gap.began for gap in gaps)) / NS_PER_SECOND


def ownership_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/ownership`` for a cell; none for a cell without messages."""
    ownership = ownership_of(cell)
    if ownership is None or not cell.created_ns.size:
        return []
    messages = messages_by_row(ownership, cell.received)
    return [
        {
            **row,
            "began": cell.seconds(row["from_ns"]),
            "ended": cell.seconds(row["until_ns"]),
            "messages": count,
        }
        for row, count in zip(ownership.to_pylist(), messages, strict=True)
    ]


def messages_by_row(ownership: pa.Table, received: pa.Table) -> list[int]:
    """For each row, the number of messages that the row's consumer received from the row's partition.

    A row's count begins when the consumer gets the partition, and ends when the consumer gets it again. So a
    message counts for the right row, even if it was received just before a revocation and processed after the
    revocation.
    """
    rows = ownership.to_pylist()
    owners = [((row["consumer"], row["attempt"]), row["partition"]) for row in rows]
    began = np.array([row["from_ns"] for row in rows], np.int64)
    counts = [0] * len(rows)
    for member, partition in {owner for owner in owners if owner[1] is not None}:
        own_rows = [index for index, owner in enumerate(owners) if owner == (member, partition)]
        own_rows.sort(key=lambda index: int(began[index]))
        times = received_ns(received, member, partition)
        starts = np.searchsorted(times, began[own_rows])
        for index, count in zip(own_rows, np.diff([*starts, times.size]), strict=True):
            counts[index] = int(count)
    return counts


def received_ns(received: pa.Table, member: Member, partition: int | None = None) -> Numbers:
    """The times at which a member received messages of one or of all partitions, in ascending order."""
    mask = (numbers(received["consumer"]) == member[0]) & (numbers(received["attempt"]) == member[1])
    if partition is not None:
        mask &= numbers(received["partition"]) == partition
    times: Numbers = np.sort(numbers(received["received_ns"])[mask])
    return times


MEASURES = ScenarioMeasures(_metrics, TABLES, {"ownership": ownership_rows})
