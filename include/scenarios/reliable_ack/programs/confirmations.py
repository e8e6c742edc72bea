"""A monitor's records of each message: time and kind of confirmation, and number of retransmissions."""

from enum import IntEnum
from pathlib import Path
from typing import ClassVar

import numpy as np
import pyarrow as pa

from include.load.mmap_array import UNSET, ArrayRecords, IntegerArray, TypeCode, as_numpy
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import column, words

CONFIRMATIONS_FILE = "confirmations.parquet"
CONFIRMATIONS = scenario_tables("reliable_ack")[CONFIRMATIONS_FILE].schema

PART = "confirmations-monitor"
"""The name of the folder with the monitor's records. It is a subfolder of the cell's folder."""


class ConfirmedBy(IntEnum):
    """The events that confirm a message."""

    RECEIPT = 0
    RETRANSMISSION = 1


class Confirmations(ArrayRecords):
    """The records of all messages of a cell: the element with index i belongs to the message with id i.

    In ``table``, a message whose copy never arrived has no row. A message whose copy has arrived may be in
    the broker's log although it is not confirmed, because the monitor may have been killed before it
    processed the receipt.
    """

    TYPE_CODES: ClassVar[dict[str, TypeCode]] = {
        "confirmed_ns": "q",
        "confirmed_by": "b",
        "retransmitted": "i",
    }

    def __init__(self, columns: dict[str, IntegerArray]) -> None:
        super().__init__(columns)
        self._confirmed_ns = columns["confirmed_ns"]
        self._confirmed_by = columns["confirmed_by"]
        self._retransmitted = columns["retransmitted"]

    def copied(self, id: int) -> None:
        self._retransmitted[id] = 0

    def retransmitted(self, id: int) -> None:
        self._retransmitted[id] += 1

    def confirm(self, id: int, by: ConfirmedBy, now_ns: int) -> None:
        self._confirmed_ns[id] = now_ns
        self._confirmed_by[id] = by

    def unconfirmed(self, ids: np.ndarray) -> np.ndarray:
        """The unconfirmed ids among ``ids``, shape (n,), sorted and without duplicates."""
        return np.unique(ids[as_numpy(self._confirmed_ns)[ids] == UNSET])

    def counts(self) -> dict[str, int]:
        """The numbers of copies, of confirmations by kind, of unconfirmed copies, and of retransmissions."""
        by, retransmitted = as_numpy(self._confirmed_by), as_numpy(self._retransmitted)
        copies = retransmitted != UNSET
        return {
            "copies": int(np.count_nonzero(copies)),
            "confirmed_by_receipt": int(np.count_nonzero(by == ConfirmedBy.RECEIPT)),
            "confirmed_by_retransmission": int(np.count_nonzero(by == ConfirmedBy.RETRANSMISSION)),
            "unfinished": int(np.count_nonzero(copies & (by == UNSET))),
            "retransmitted": int(retransmitted[copies].sum()),
        }

    def table(self) -> pa.Table:
        ids = np.flatnonzero(as_numpy(self._retransmitted) != UNSET)
        confirmed_ns, by, retransmitted = (
            as_numpy(elements)[ids]
            for elements in (self._confirmed_ns, self._confirmed_by, self._retransmitted)
        )
        is_confirmed = by != UNSET
        return pa.Table.from_arrays(
            [
                column(ids.astype(np.int64)),
                column(confirmed_ns, is_confirmed),
                words(by + 1, ["nothing", *(source.name.lower() for source in ConfirmedBy)]),
                column(retransmitted.astype(np.int32)),
            ],
            schema=CONFIRMATIONS,
        )


def confirmations_part(cell: Path) -> pa.Table:
    """The rows of ``confirmations.parquet`` of a monitor that has ended or was killed."""
    return Confirmations.open(cell / PART).table()
