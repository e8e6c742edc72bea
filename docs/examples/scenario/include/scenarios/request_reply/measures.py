"""Measure the replies to requests."""

import numpy as np

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.messages_of_deliveries import first_receipts, messages_of
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers
from include.spark_jobs.measures.spans import latency_statistics
from include.spark_jobs.measures.violations import lost
from include.spark_jobs.tables.schemas import ScenarioMeasures


def _metrics(cell: RawCell) -> Metrics:
    """The metrics of the scenario, by column."""
    replies = cell.files["replies.parquet"]
    ids, received_ns = numbers(replies["id"]), numbers(replies["received_ns"])
    return {
        "reply_latency": latency_statistics(reply_latencies(cell, ids, received_ns))["p50"],
        "unanswered": int(np.count_nonzero(lost(cell.sent_ids, cell.promised, ids))),
    }


def reply_latencies(cell: RawCell, ids: Numbers, received_ns: Numbers) -> Numbers:
    """The latencies in ns of the first replies to requests that were sent, shape (answered requests,).

    Args:
        cell: The cell.
        ids: The id of the request of each reply, in the order of receipt.
        received_ns: When each reply was received.
    """
    requests = messages_of(ids, cell.sent_ids)
    known = np.flatnonzero(requests != NEVER_SENT)
    firsts = known[first_receipts(requests[known])]
    latencies: Numbers = received_ns[firsts] - cell.created_ns[requests[firsts]]
    return latencies


MEASURES = ScenarioMeasures(_metrics)
