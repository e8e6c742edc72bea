"""Divide the time from a message's creation to its first receipt into stages."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.kinds.metrics.message_stages import STAGES, stage_metric
from include.kinds.metrics.metric import STATISTICS
from include.rawlog.schemas import TransactionOutcome
from include.spark_jobs.measures.array_types import Indices, LogPositions, Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, is_word, numbers
from include.spark_jobs.measures.spans import latency_statistics
from include.spark_jobs.measures.visibility import readable

RECEIPT = STAGES[-1]
"""The last stage, which ends with the first receipt."""


@dataclass(frozen=True)
class Followed:
    """The messages whose stages are measured; each field has the shape (n,).

    ``sends`` contains the rows of the messages in ``sent``, and ``receipts`` contains their first receipts.
    With transactions, ``transactions`` contains the rows of the messages' transactions in the table of
    committed transactions.
    """

    sends: Indices
    receipts: Indices
    transactions: Indices


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column.

    Without a fixed rate, the result is empty: latency is then mainly time in the producer's queue.
    """
    if not cell.settings.traits.pace.is_fixed:
        return {}
    committed = cell.transactions.filter(
        pa.array(is_word(cell.transactions["outcome"], TransactionOutcome.COMMITTED))
    )
    messages = _followed(cell, committed)
    deliveries, receipts = cell.deliveries, messages.receipts
    received_ns = deliveries.received_ns[receipts]
    positions = LogPositions(deliveries.partitions[receipts], deliveries.offsets[receipts])
    visibility = readable(cell, positions, received_ns)
    ends = _ends(cell, messages, committed) | ({"visibility": visibility.moments} if visibility else {})
    times = stage_times(cell.created_ns[messages.sends], ends, received_ns)
    return {
        **{name: value for stage, spent in times.items() for name, value in statistics(stage, spent).items()},
        **({"visibility_resolution": visibility.resolution_ms} if visibility else {}),
    }


def stage_times(created: Numbers, ends: Mapping[str, Numbers], received: Numbers) -> dict[str, Numbers]:
    """The time of each message in each stage, in ns. The sum over the stages is the message's latency.

    Args:
        created: When each message was created, in ns; all times have the shape (n,).
        ends: When each stage before the receipt ended, by the name of the stage, in order.
        received: When each message was first received.
    """
    times, latest = {}, created
    for stage, end in ends.items():
        moment = np.minimum(np.maximum(end, latest), received)
        times[stage] = moment - latest
        latest = moment
    return {**times, RECEIPT: received - latest}


def statistics(stage: str, times: Numbers) -> dict[str, float]:
    """The mean, median and 95th percentile of a stage's times, in ms, by column; NaN without times.

    The times are given in ns.
    """
    all_statistics = latency_statistics(times)
    return {stage_metric(stage, which): all_statistics[which] for which in STATISTICS}


def _followed(cell: RawCell, committed: pa.Table) -> Followed:
    receipts = cell.timed_receipts
    sends = cell.messages[receipts]
    mask = cell.promised[sends] & _is_sent_once(cell)[sends]
    transactions = np.zeros(sends.size, np.intp)
    if cell.names_transactions:
        transactions = _transactions_of(cell, committed)[sends]
        mask &= transactions >= 0
    return Followed(sends[mask], receipts[mask], transactions[mask])


def _is_sent_once(cell: RawCell) -> np.ndarray:
    """For each row of ``sent``, whether it is the only row of its message; shape (rows,)."""
    _ids, places, counts = np.unique(cell.sent_ids, return_inverse=True, return_counts=True)
    once: np.ndarray = counts[places] == 1
    return once


def _transactions_of(cell: RawCell, committed: pa.Table) -> Indices:
    """For each send, the row of its transaction in a table; -1 if the transaction is not in the table."""
    places = pc.index_in(cell.sent["transaction"], value_set=committed["transaction"].combine_chunks())
    rows: Indices = numbers(places.fill_null(-1)).astype(np.intp)
    return rows


def _ends(cell: RawCell, messages: Followed, committed: pa.Table) -> dict[str, Numbers]:
    """The end times of the stages that the producer itself records, in the order of the stages."""
    columns = {"hand_over": "handed_over_ns", "acknowledgement": "acked_ns"}
    ends = {
        stage: numbers(cell.sent[name].fill_null(0))[messages.sends]  # only unused rows are null
        for stage, name in columns.items()
    }
    if cell.names_transactions:
        for stage, name in (("open_transaction", "commit_called_ns"), ("commit", "ended_ns")):
            ends[stage] = numbers(committed[name])[messages.transactions]
    return ends
