"""Measure how evenly messages are spread over the partitions."""

import numpy as np

from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    partitions = cell.sent.filter(cell.acked)["partition"].drop_null()
    return {"largest_partition": largest_share(numbers(partitions))}


def largest_share(partitions: Numbers) -> float | None:
    """The share of the most frequent partition in percent; None without messages.

    Args:
        partitions: The partition of each message.
    """
    return 100 * float(np.bincount(partitions).max()) / partitions.size if partitions.size else None
