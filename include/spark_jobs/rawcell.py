"""A sealed cell's files as columns, in the order and the sense that measuring needs."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from include.rawlog.manifest import Manifest
from include.rawlog.reader import read_sealed
from include.rawlog.schemas import (
    AUDIT_FILE,
    CONFIRMATIONS_FILE,
    NEVER_SENT,
    OWNERSHIP_FILE,
    Outcome,
    TransactionOutcome,
)
from include.scenarios.registry import AnySettings, settings_of
from include.spark_jobs import measure
from include.spark_jobs.measure import Flags, Indices, Numbers, Places
from include.storage.path import AnyPath


@dataclass(frozen=True)
class Deliveries:
    """What was received, in the order of receipt; a column has shape (deliveries,)."""

    ids: Numbers
    partitions: Numbers
    offsets: Numbers
    received_ns: Numbers


@dataclass(frozen=True)
class RawCell:
    """A sealed cell. Rows of ``sent`` lie in the order of sending; a message may have several."""

    manifest: Manifest
    files: dict[str, pa.Table]

    @cached_property
    def settings(self) -> AnySettings:
        """Its settings."""
        return settings_of(self.manifest.cell.settings)

    @property
    def sent(self) -> pa.Table:
        """Every send."""
        return self.files["sent.parquet"]

    @property
    def transactions(self) -> pa.Table:
        """Every transaction."""
        return self.files["transactions.parquet"]

    @property
    def faults(self) -> pa.Table:
        """Every fault's window."""
        return self.files["faults.parquet"]

    @property
    def audit(self) -> pa.Table | None:
        """What an independent reader found in the log, where one looked."""
        return self.files.get(AUDIT_FILE)

    @property
    def received(self) -> pa.Table:
        """Every delivery."""
        return self.files["received.parquet"]

    @property
    def ownership(self) -> pa.Table | None:
        """Who owned which partition when, in the ownership scenario."""
        return self.files.get(OWNERSHIP_FILE)

    @property
    def confirmations(self) -> pa.Table | None:
        """What the producer's monitor knew, where it had one."""
        return self.files.get(CONFIRMATIONS_FILE)

    @cached_property
    def sent_ids(self) -> Numbers:
        """The message of each send."""
        return numbers(self.sent["id"])

    @cached_property
    def sends_once(self) -> bool:
        """Whether no message was sent again: their ids are then their places."""
        return np.array_equal(self.sent_ids, np.arange(self.sent_ids.size))

    @cached_property
    def created_ns(self) -> Numbers:
        """When each was created that was sent."""
        return numbers(self.sent["created_ns"])

    @cached_property
    def deliveries(self) -> Deliveries:
        """What was received, by all consumers."""
        received = self.received
        times = numbers(received["received_ns"])
        order = measure.order_of_receipt(times, numbers(received["consumer"]))
        return Deliveries(
            ids=numbers(received["id"])[order],
            partitions=numbers(received["partition"])[order],
            offsets=numbers(received["offset"])[order],
            received_ns=times[order],
        )

    @cached_property
    def messages(self) -> Indices:
        """The row of ``sent`` that each delivery's message has, the first where it has several."""
        return measure.messages_of(self.deliveries.ids, self.sent_ids)

    @cached_property
    def known(self) -> Indices:
        """The deliveries of what was sent."""
        return np.flatnonzero(self.messages != NEVER_SENT)

    @cached_property
    def is_first(self) -> Flags:
        """Which of the known deliveries are the first of their message."""
        return measure.first_receipts(self.messages[self.known])

    @cached_property
    def firsts(self) -> Indices:
        """The deliveries that are the first of their message."""
        return self.known[self.is_first]

    @cached_property
    def acked(self) -> Flags:
        """Which sends were acknowledged."""
        return is_word(self.sent["outcome"], Outcome.ACKED)

    @cached_property
    def promised(self) -> Flags:
        """Which must arrive: acknowledged, and in no transaction that wasn't seen to be committed."""
        uncommitted = ~is_word(self.transactions["outcome"], TransactionOutcome.COMMITTED)
        return self.acked & ~self._of_transactions(uncommitted)

    @cached_property
    def aborted(self) -> Flags:
        """Which sends were in a transaction that was aborted."""
        return self._of_transactions(is_word(self.transactions["outcome"], TransactionOutcome.ABORTED))

    @property
    def places_sent(self) -> tuple[Flags, Places]:
        """Which sends are known to stand where in the log, and where."""
        known = self.sent["offset"].is_valid().to_numpy()
        placed = self.sent.filter(pa.array(known))
        return known, Places(numbers(placed["partition"]), numbers(placed["offset"]))

    def count(self, outcome: Outcome) -> int:
        """How many messages came to this outcome: the best of all its sends."""
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
        """Sends in those transactions; ``which`` flags the rows of ``transactions``."""
        if not which.any() or not self.names_transactions:
            return np.zeros(self.sent.num_rows, dtype=np.bool_)
        chosen = self.transactions.filter(pa.array(which))["transaction"].combine_chunks()
        flags: Flags = numbers(pc.is_in(self.sent["transaction"], value_set=chosen)).astype(np.bool_)
        return flags

    @cached_property
    def names_transactions(self) -> bool:
        """Whether sends say which transaction they were in; where they don't, those are a copier's."""
        return bool(self.sent["transaction"].null_count < self.sent.num_rows)


def read_cell(folder: AnyPath, manifest: Manifest) -> RawCell:
    """A sealed cell's files, checked.

    Raises:
        BrokenRawLogError: one isn't what was sealed.
    """
    return RawCell(manifest, read_sealed(folder, manifest))


def is_word(column: pa.ChunkedArray, word: str) -> Flags:
    """Where a column of words has this one. Compared by code: it is a dictionary of few words."""
    encoded = column.combine_chunks()
    words = encoded.dictionary.to_pylist()
    code = words.index(word) if word in words else -1
    matches: Flags = encoded.indices.to_numpy() == code
    return matches


def numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column as an array, shape (rows,)."""
    array: NDArray[Any] = column.to_numpy()
    return array
