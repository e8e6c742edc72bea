"""Count the violations of a cell, and find the messages that they concern."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.array_types import Flags, Indices, LogPositions, Numbers
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers, once_per_cell


@dataclass(frozen=True)
class Violations:
    """The violations of a cell: for each kind, the indices of rows or of deliveries.

    ``lost``, ``gone`` and ``torn`` are rows of the sent log, ``hanging`` are rows of the audit, and all other
    fields are deliveries.

    A field is None if the violation was not searched for.
    """

    lost: Indices
    gone: Indices | None
    duplicated: Indices
    out_of_order: Indices
    aborted_seen: Indices
    torn: Indices | None
    hanging: Indices | None
    phantom: Indices
    corrupted: Indices


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    violations = vars(violations_of(cell))
    return {name: None if indices is None else indices.size for name, indices in violations.items()}


@once_per_cell
def violations_of(cell: RawCell) -> Violations:
    """Every violation in a cell."""
    deliveries, messages = cell.deliveries, cell.messages
    due = cell.known[cell.is_due]
    late = out_of_order(messages[due], _lanes(cell, messages[due], deliveries.partitions[due]))
    is_corrupted = np.not_equal(deliveries.corrupted_ids, NEVER_SENT)
    return Violations(
        lost=np.flatnonzero(lost(cell.sent_ids, cell.promised, deliveries.ids[cell.receipts])),
        gone=_gone(cell),
        duplicated=cell.known[~cell.is_due],
        out_of_order=due[late],
        aborted_seen=_aborted_seen(cell),
        torn=_torn(cell),
        hanging=_hanging(cell),
        phantom=np.flatnonzero((messages == NEVER_SENT) & ~is_corrupted),
        corrupted=np.flatnonzero(is_corrupted),
    )


def _lanes(cell: RawCell, messages: Indices, partitions: Numbers) -> Numbers:
    """For each message, the number of its lane.

    Messages of the same producer and partition have the same number.
    """
    # Kafka promises order for one producer and one partition, and none between producers. Producers get the
    # ids in turn, so that the remainder names the producer, also if a successor sent the message again.
    # A scenario may deal the messages to keys instead, each of which has an order of its own.
    lanes = cell.settings.traits.flow.lanes or cell.settings.traits.flow.producers
    return partitions * lanes + cell.sent_ids[messages] % lanes


def lost(sent: Numbers, promised: Flags, received: Numbers) -> Flags:
    """For each row of the sent log, whether it is a promised message that was never received.

    A message that was sent several times counts as one lost message.

    Args:
        sent: The message id of each row.
        promised: For each row, whether its message must arrive.
        received: The ids of the messages that were received.
    """
    return _firsts_of(sent, promised & ~np.isin(sent, received))


def out_of_order(messages: Indices, partitions: Numbers) -> Indices:
    """Receipts of messages that were overtaken by a later message to the same partition.

    If two successive messages change places, one of them counts as out of order. If the message that was sent
    first arrives last, only this message counts. If the message that was sent last arrives first, all other
    messages of its partition count.

    Args:
        messages: Rows of the sent log, in the order of receipt.
        partitions: The partition of each message, or its lane (see ``_lanes``).

    Returns:
        Indices of ``messages``.
    """
    # The sort of 16-bit integers is a radix sort; a cell has a thousand partitions at most.
    by_partition = np.argsort(partitions.astype(np.int16), kind="stable")
    # The heights of different partitions do not overlap, so that one running maximum serves all partitions.
    distance = int(messages.max(initial=0)) + 1
    heights = messages[by_partition] + partitions[by_partition].astype(np.int64) * distance
    late: Indices = by_partition[1:][heights[1:] < np.maximum.accumulate(heights)[:-1]]
    return late


def aborted_seen(
    deliveries: LogPositions, aborted: LogPositions, ids: Numbers, only_aborted: Numbers
) -> Indices:
    """Deliveries of messages of aborted transactions, even if the messages were sent again later.

    Args:
        deliveries: The position at which each delivery was read.
        aborted: The known positions of messages of aborted transactions.
        ids: The message id of each delivery.
        only_aborted: Ids of messages that were sent only in aborted transactions.
    """
    rows: Indices = np.flatnonzero(np.isin(deliveries.keys, aborted.keys) | np.isin(ids, only_aborted))
    return rows


def torn(transactions: Numbers, visible: Flags) -> Flags:
    """For each message, whether it is visible although another message of the same transaction is not.

    Args:
        transactions: The number of the transaction of each message.
        visible: For each message, whether ``read_committed`` consumers receive it.
    """
    return visible & np.isin(transactions, transactions[~visible])


def _gone(cell: RawCell) -> Indices | None:
    """Promised messages that are not in the log; None without an independent reader."""
    if cell.ids_in_log is None:
        return None
    return np.flatnonzero(lost(cell.sent_ids, cell.promised, cell.ids_in_log))


def _aborted_seen(cell: RawCell) -> Indices:
    """Deliveries of messages of aborted transactions.

    The deliveries are recognised by positions in the log, and by ids that were sent only in aborted
    transactions. The producer recorded some of these positions. If there was an independent reader of the
    log, the positions at which it found uncommitted messages are used as well.
    """
    nothing = np.zeros(0, np.int64)
    aborted, only_aborted = LogPositions(nothing, nothing), nothing
    if cell.aborted.any():
        is_known, positions = cell.known_positions
        of_aborted = cell.aborted[is_known]
        aborted = LogPositions(positions.partitions[of_aborted], positions.offsets[of_aborted])
        only_aborted = np.setdiff1d(cell.sent_ids[cell.aborted], cell.sent_ids[~cell.aborted])
    if cell.audit is not None:
        uncommitted = cell.audit.filter(pc.invert(cell.audit["committed"]))
        aborted = LogPositions(
            np.concatenate([aborted.partitions, numbers(uncommitted["partition"])]),
            np.concatenate([aborted.offsets, numbers(uncommitted["offset"])]),
        )
    if not (aborted.offsets.size or only_aborted.size):
        return np.zeros(0, np.intp)
    positions = LogPositions(cell.deliveries.partitions, cell.deliveries.offsets)
    return aborted_seen(positions, aborted, cell.deliveries.ids, only_aborted)


def _torn(cell: RawCell) -> Indices | None:
    """Readable messages of transactions that are readable in part; None without audit or transactions."""
    if cell.audit is None or not cell.names_transactions:
        return None
    is_known, positions = cell.known_positions
    transactions = cell.sent["transaction"].filter(pa.array(is_known))
    in_transaction = transactions.is_valid().to_numpy()
    committed = cell.audit.filter(cell.audit["committed"])
    readable = LogPositions(numbers(committed["partition"]), numbers(committed["offset"]))
    visible = np.isin(positions.keys[in_transaction], readable.keys)
    rows: Indices = np.flatnonzero(is_known)[in_transaction]
    return rows.compress(torn(numbers(transactions.drop_null()), visible))


def _hanging(cell: RawCell) -> Indices | None:
    """The records that a hanging transaction hides from readers; None if there is no independent reader."""
    if cell.audit is None:
        return None
    partitions, offsets = (numbers(cell.audit[name]) for name in ("partition", "offset"))
    hanging = np.zeros(offsets.size, np.bool_)
    for partition, offset in cell.manifest.hanging.items():
        hanging |= (partitions == partition) & (offsets >= offset)
    return np.flatnonzero(hanging)


def _firsts_of(ids: Numbers, flags: Flags) -> Flags:
    """A copy of ``flags`` that keeps only the first True of each id."""
    rows = np.flatnonzero(flags)
    _, firsts = np.unique(ids[rows], return_index=True)
    once = np.zeros_like(flags)
    once[rows[firsts]] = True
    return once
