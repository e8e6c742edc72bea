"""Measure what the system under test did and a steady system does not do."""

import numpy as np

from include.spark_jobs.held_rate import PARTS, rate_held
from include.spark_jobs.rawcell import Metrics, RawCell, numbers


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; a fact that was not recorded is None."""
    manifest = cell.manifest
    return {
        "fewest_in_sync": manifest.in_sync.fewest if manifest.in_sync else None,
        "reassignments": manifest.counted("reassigned"),
        "connections_lost": manifest.counted("connections_lost"),
        **(_rates_held(cell) if cell.is_paced and not _has_long_transactions(cell) else {}),
    }


def _has_long_transactions(cell: RawCell) -> bool:
    """Whether a part of the cell may lack the end of a transaction, at which messages become visible."""
    timed_ns = cell.created_ns[cell.timed]
    part_ns = int(np.ptp(timed_ns)) / PARTS if timed_ns.size else 0
    return part_ns < (cell.settings.target_transaction_ms or 0) * 1e6


def _rates_held(cell: RawCell) -> Metrics:
    chosen = cell.sent.filter(cell.acked & cell.timed)
    acked = chosen.select(["created_ns", "acked_ns", "partition"]).drop_null()
    created_ns, acked_ns, partitions = map(numbers, acked.columns)
    firsts, received, sent = cell.timed_firsts, cell.deliveries, int(np.count_nonzero(cell.timed))
    due = int(np.count_nonzero(cell.timed & ~cell.aborted))  # no consumer receives messages that were aborted
    first_created_ns = cell.created_ns[cell.messages[firsts]]
    first_received_ns, received_from = received.received_ns[firsts], received.partitions[firsts]
    return {
        "producer_broker_rate_held": rate_held(created_ns, acked_ns, partitions, sent),
        "producer_consumer_rate_held": rate_held(first_created_ns, first_received_ns, received_from, due),
    }
