"""The files of a sealed cell as columns; deliveries are in the order of receipt."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, wraps
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from include.machine.storage.path import AnyPath
from include.rawlog.manifest import Manifest
from include.rawlog.reader import read_sealed
from include.rawlog.schemas import AUDIT_FILE, CORRUPTED_ID, NEVER_SENT, Outcome, TransactionOutcome
from include.settings.any_settings import AnySettings, settings_of
from include.spark_jobs.measures.array_types import Flags, Indices, LogPositions, Numbers
from include.spark_jobs.measures.messages_of_deliveries import earlier_receipts, messages_of, order_of_receipt

Metrics = dict[str, float | None]
"""Values by the name of the column in ``results/cells``; None or NaN if there is nothing to measure."""

Result = TypeVar("Result")


@dataclass(frozen=True)
class Deliveries:
    """All deliveries in the order of receipt; each column has shape (deliveries,)."""

    ids: Numbers
    partitions: Numbers
    offsets: Numbers
    received_ns: Numbers
    corrupted_ids: Numbers
    """For each delivery whose content differs from the sent content, the id in its header; ``NEVER_SENT`` for
    other deliveries."""

    @property
    def named_ids(self) -> Numbers:
        """The ids of the delivered messages; for a corrupted message, the id in its header."""
        return np.where(self.corrupted_ids == NEVER_SENT, self.ids, self.corrupted_ids)


@dataclass(frozen=True)
class RawCell:
    """A sealed cell. ``sent`` has a row for each send of a message, in the order of sending."""

    manifest: Manifest
    files: dict[str, pa.Table]
    computed: dict[Callable[["RawCell"], Any], Any] = field(default_factory=dict)
    """Results of functions that are called once per cell (``once_per_cell``)."""

    @cached_property
    def settings(self) -> AnySettings:
        return settings_of(self.manifest.cell.settings)

    @property
    def sent(self) -> pa.Table:
        return self.files["sent.parquet"]

    @property
    def transactions(self) -> pa.Table:
        return self.files["transactions.parquet"]

    @property
    def faults(self) -> pa.Table:
        return self.files["faults.parquet"]

    @property
    def audit(self) -> pa.Table | None:
        """The records that an independent reader found in the log; None if there was no such reader."""
        return self.files.get(AUDIT_FILE)

    @property
    def received(self) -> pa.Table:
        return self.files["received.parquet"]

    @cached_property
    def sent_ids(self) -> Numbers:
        """For each send, the id of its message."""
        return numbers(self.sent["id"])

    @cached_property
    def sends_once(self) -> bool:
        """Whether every message was sent only once. If so, a message's id is its row's number in ``sent``."""
        return np.array_equal(self.sent_ids, np.arange(self.sent_ids.size))

    @cached_property
    def created_ns(self) -> Numbers:
        """For each send, the time in ns at which its message was created."""
        return numbers(self.sent["created_ns"])

    @cached_property
    def timed(self) -> Flags:
        """For each send, whether it is timed. Lead-in sends are not timed; only their violations count."""
        return self.is_timed(self.sent_ids)

    @cached_property
    def load_began_ns(self) -> int:
        """The creation time of the first timed message (time 0 of results); 0 if no message is timed."""
        created_ns = self.created_ns[self.timed]
        return int(created_ns.min()) if created_ns.size else 0

    def seconds(self, moment_ns: int | None) -> float | None:
        """The time in s from the creation of the first timed message to a moment."""
        return None if moment_ns is None else (moment_ns - self.load_began_ns) / 1e9

    def utc(self, moment_ns: int) -> str:
        """A moment as date and time (UTC) of the wall clock, with milliseconds."""
        clock = self.manifest.clock
        wall = datetime.fromtimestamp((clock.began_wall_ns + moment_ns - clock.began_ns) / 1e9, UTC)
        return wall.replace(tzinfo=None).isoformat(" ", "milliseconds")

    @cached_property
    def deliveries(self) -> Deliveries:
        """The deliveries to all consumers."""
        received = self.received
        times = numbers(received["received_ns"])
        order = order_of_receipt(times, numbers(received["consumer"]))
        return Deliveries(
            ids=numbers(received["id"])[order],
            partitions=numbers(received["partition"])[order],
            offsets=numbers(received["offset"])[order],
            received_ns=times[order],
            corrupted_ids=numbers(received[CORRUPTED_ID].fill_null(NEVER_SENT))[order],
        )

    @cached_property
    def messages(self) -> Indices:
        """For each delivery, the row of its message in ``sent``; the first row if there are several."""
        return messages_of(self.deliveries.ids, self.sent_ids)

    @cached_property
    def known(self) -> Indices:
        """The indices of the deliveries whose message was sent."""
        return np.flatnonzero(self.messages != NEVER_SENT)

    @cached_property
    def due_deliveries(self) -> int:
        """The number of times that each message is due to be delivered."""
        return self.settings.traits.flow.due_deliveries

    @cached_property
    def ids_in_log(self) -> Numbers | None:
        """The ids of the messages that are in the log as often as they are due; None without an audit."""
        if self.audit is None:
            return None
        ids = numbers(self.audit["id"])
        if self.due_deliveries == 1:
            return ids
        different, deliveries = np.unique(ids, return_counts=True)
        return different[deliveries >= self.due_deliveries]

    @cached_property
    def earlier(self) -> Indices:
        """For each known delivery, the number of earlier ones of its message, ``due_deliveries`` at most."""
        return earlier_receipts(self.messages[self.known], self.due_deliveries)

    @cached_property
    def is_due(self) -> Flags:
        """For each known delivery, whether it is due. Others repeat their message."""
        is_due: Flags = self.earlier < self.due_deliveries
        return is_due

    @cached_property
    def receipts(self) -> Indices:
        """The index of the delivery with which each message is received.

        It is the first one, or the last due one if a message is due several times.
        """
        receipts: Indices = self.known[self.earlier == self.due_deliveries - 1]
        return receipts

    @cached_property
    def timed_receipts(self) -> Indices:
        """The index of the delivery with which each timed message is received."""
        return self.receipts[self.timed[self.messages[self.receipts]]]

    @cached_property
    def acked(self) -> Flags:
        """For each send, whether it was acknowledged."""
        return is_word(self.sent["outcome"], Outcome.ACKED)

    @cached_property
    def promised(self) -> Flags:
        """For each send, whether it must arrive.

        A send must arrive if it was acknowledged, and what processes the messages has reached it. If it was
        in a transaction, the transaction must also have been reported as committed.
        """
        uncommitted = ~is_word(self.transactions["outcome"], TransactionOutcome.COMMITTED)
        promised = self.acked & ~self._of_transactions(uncommitted)
        return promised if self.unreached is None else promised & ~self.unreached

    @cached_property
    def unreached(self) -> Flags | None:
        """For each send, whether what processes the messages stood still to the end before it reached it.

        It has reached a send if a later one to the same partition was received, or each mark that follows the
        last one. None if there are no marks.
        """
        marks = self.manifest.counted("end_marks")
        if marks is None:
            return None
        if marks >= self.settings.partitions:
            return np.zeros(self.sent.num_rows, np.bool_)
        partitions, offsets = (numbers(self.sent[name].fill_null(0)) for name in ("partition", "offset"))
        reached = np.full(self.settings.partitions, -1)
        received = self.messages[self.known]
        np.maximum.at(reached, partitions[received], offsets[received])
        unreached: Flags = self.acked & (offsets > reached[partitions])
        return unreached

    @cached_property
    def aborted(self) -> Flags:
        """For each send, whether it was in a transaction that was aborted."""
        return self._of_transactions(is_word(self.transactions["outcome"], TransactionOutcome.ABORTED))

    @cached_property
    def known_positions(self) -> tuple[Flags, LogPositions]:
        """For each send, whether its position in the log is known; and all known positions."""
        is_known = self.sent["offset"].is_valid().to_numpy()
        rows = self.sent.filter(pa.array(is_known))
        return is_known, LogPositions(numbers(rows["partition"]), numbers(rows["offset"]))

    @property
    def timed_transactions(self) -> pa.Table:
        """The transactions that began after the lead-in."""
        if not self.lead_in_messages:
            return self.transactions
        return self.transactions.filter(
            pa.array(numbers(self.transactions["begun_ns"]) >= self.load_began_ns)
        )

    def is_timed(self, ids: Numbers) -> Flags:
        """Whether the messages with these ids are timed.

        A message that this cell never sent (``NEVER_SENT``) counts as timed.
        """
        is_timed: Flags = (ids >= self.lead_in_messages) | (ids == NEVER_SENT)
        return is_timed

    @cached_property
    def lead_in_messages(self) -> int:
        """The number of messages in the lead-in. Messages with ids below this number are not timed.

        Without a fixed rate, the lead-in contains the messages that were created within ``lead_in_seconds``,
        but at most half of all messages.
        """
        pace = self.settings.traits.pace
        if pace.is_fixed or not self.settings.lead_in_seconds or not self.created_ns.size:
            return pace.lead_in_messages
        ends_ns = int(self.created_ns.min()) + int(self.settings.lead_in_seconds * 1e9)
        later = self.sent_ids[self.created_ns >= ends_ns]
        middle = (int(self.sent_ids.max()) + 1) // 2
        return min(int(later.min()), middle) if later.size else middle

    def count(self, outcome: Outcome) -> int:
        """The number of messages with this outcome.

        If a message was sent several times, its best outcome counts. The outcomes, from the best to the
        worst, are acked, unknown and failed.
        """
        flags = is_word(self.sent["outcome"], outcome)
        if self.sends_once:
            return int(np.count_nonzero(flags))
        better = {Outcome.ACKED: (), Outcome.UNKNOWN: (Outcome.ACKED,)}.get(
            outcome, (Outcome.ACKED, Outcome.UNKNOWN)
        )
        ids = np.unique(self.sent_ids[flags])
        for other in better:
            ids = np.setdiff1d(ids, self.sent_ids[is_word(self.sent["outcome"], other)])
        return ids.size

    def _of_transactions(self, which: Flags) -> Flags:
        """For each send, whether its transaction is flagged. ``which`` flags rows of ``transactions``."""
        transactions = self.transactions.filter(pa.array(which))["transaction"].combine_chunks()
        flags: Flags = numbers(pc.is_in(self.sent["transaction"], value_set=transactions)).astype(np.bool_)
        return flags

    @cached_property
    def names_transactions(self) -> bool:
        """Whether the producer sent messages in transactions. Transactions of a copier do not count."""
        return bool(self.sent["transaction"].null_count < self.sent.num_rows)


def once_per_cell(function: Callable[[RawCell], Result]) -> Callable[[RawCell], Result]:
    """A decorator that calls the function only once for each cell, and stores its result in the cell."""

    @wraps(function)
    def cached(cell: RawCell) -> Result:
        if function not in cell.computed:
            cell.computed[function] = function(cell)
        result: Result = cell.computed[function]
        return result

    return cached


def read_cell(folder: AnyPath, manifest: Manifest) -> RawCell:
    """The files of a sealed cell, checked against their manifest."""
    return RawCell(manifest, read_sealed(folder, manifest))


def is_word(column: pa.ChunkedArray, word: str) -> Flags:
    """For each row of a dictionary-encoded column, whether its value is ``word``.

    The codes of words are compared, because comparing words is slower.
    """
    encoded = column.combine_chunks()
    words = encoded.dictionary.to_pylist()
    if word not in words:
        return np.zeros(len(encoded), np.bool_)
    matches: Flags = encoded.indices.to_numpy() == words.index(word)
    return matches


def numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column as an array, shape (rows,)."""
    array: NDArray[Any] = column.to_numpy()
    return array
