"""Measure signs that the system under test was not steady."""

import numpy as np

from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers

PARTS = 3
"""The number of equal parts into which the time of a cell is divided. The first part and the last part are
compared."""


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; None for a metric whose data was not recorded."""
    manifest = cell.manifest
    has_rate = cell.settings.traits.pace.is_fixed and cell.timed.any() and not _has_long_transactions(cell)
    return {
        "fewest_in_sync": manifest.in_sync.fewest if manifest.in_sync else None,
        "reassignments": manifest.counted("reassigned"),
        "connections_lost": manifest.counted("connections_lost"),
        **(_rates_held(cell) if has_rate else {}),
    }


def _has_long_transactions(cell: RawCell) -> bool:
    """Whether transactions may last longer than one of the ``PARTS`` equal parts of the cell's time.

    If so, the held rate is not measured, because messages become visible only when their transaction ends.
    """
    part_ns = int(np.ptp(cell.created_ns[cell.timed])) / PARTS
    return part_ns < (cell.settings.traits.delivery.transaction_ms or 0) * 1e6


def _rates_held(cell: RawCell) -> Metrics:
    messages = cell.sent.filter(cell.acked & cell.timed)
    acked = messages.select(["created_ns", "acked_ns", "partition"]).drop_null()
    created_ns, acked_ns, partitions = map(numbers, acked.columns)
    receipts, received, sent = cell.timed_receipts, cell.deliveries, int(np.count_nonzero(cell.timed))
    due = int(np.count_nonzero(cell.timed & ~cell.aborted))  # no consumer receives messages that were aborted
    due_ns = cell.created_ns[cell.messages[receipts]]
    received_ns, received_from = received.received_ns[receipts], received.partitions[receipts]
    return {
        "producer_broker_rate_held": rate_held(created_ns, acked_ns, partitions, sent),
        "producer_consumer_rate_held": rate_held(due_ns, received_ns, received_from, due),
    }


def rate_held(due_ns: np.ndarray, done_ns: np.ndarray, partitions: np.ndarray, sent: int) -> float:
    """The rate at which messages arrived, in percent of the rate at which they were due, at most 100.

    The due times are divided into ``PARTS`` equal parts. The result is NaN if no partition has messages in
    both the first and the last part.

    Args:
        due_ns: The due time of each message that arrived; shape (arrived,).
        done_ns: When each message was acknowledged, or first received.
        partitions: The partition of each message.
        sent: The number of sent messages, whether they arrived or not.
    """
    if not due_ns.size:
        return float("nan")
    part = (due_ns - due_ns.min()) * PARTS // (int(np.ptp(due_ns)) + 1)
    shares: list[tuple[float, int]] = []
    for partition in np.unique(partitions):
        is_of_partition = partitions == partition
        early, late = (np.flatnonzero(is_of_partition & (part == which)) for which in (0, PARTS - 1))
        if early.size and late.size:
            first, last = (which[np.argmin((done_ns - due_ns)[which])] for which in (early, late))
            due, done = (int(times[last] - times[first]) for times in (due_ns, done_ns))
            shares.append((due / max(due, done), int(np.count_nonzero(is_of_partition))))
    if not shares:
        return float("nan")
    percentages, weights = zip(*shares, strict=True)
    return 100 * float(np.average(percentages, weights=weights)) * due_ns.size / sent
