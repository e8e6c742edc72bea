"""The records of deliveries to a member of a share group, of its acknowledgements, and of their answers."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import column, words
from include.scenarios.share_group.programs.jobs import ShareDecision, ShareMemberJob

DELIVERIES_FILE, DEAD_LETTERS_FILE = "share_deliveries.parquet", "dead_letters.parquet"

RENEWALS_FILE = "share_renewals.parquet"

DELIVERY = np.dtype(
    [
        ("id", "<i8"),
        ("partition", "<i4"),
        ("offset", "<i8"),
        ("delivery", "<i4"),
        ("received_ns", "<i8"),
        ("decision", "<i1"),
    ]
)

ATTEMPT = np.dtype("<i8")
"""The number of a delivery whose acknowledgement began; it counts the deliveries to the member, from 0."""

ANSWER = np.dtype([("number", "<i8"), ("answered_ns", "<i8"), ("is_ok", "<i1")])
"""The answer to the acknowledgement of the delivery with this number."""

RENEWAL = np.dtype([("number", "<i8"), ("begun_ns", "<i8")])
"""A renewal of the lock of the delivery with this number, which the brokers have confirmed."""

RENEWALS = scenario_tables("share_group")[RENEWALS_FILE].schema

DECISIONS = list(ShareDecision)

PATTERNS = ("*.deliveries", "*.attempts", "*.answers", "*.renewals")
"""The files of members from which these tables are made."""


class DeliveryRecords:
    """Records each delivery when it is received, each acknowledgement before it, and each answer.

    One write records all deliveries of a poll, or none if the process is killed. An acknowledgement is
    recorded before the client has it, so that what a killed process had not recorded was not acknowledged.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._deliveries = (folder / f"{name}.deliveries").open("ab", buffering=0)
        self._attempts = (folder / f"{name}.attempts").open("ab", buffering=0)
        self._answers = (folder / f"{name}.answers").open("ab", buffering=0)
        self._next = 0

    def write(self, deliveries: np.ndarray) -> range:
        """Record deliveries (``DELIVERY``), and return their numbers."""
        self._deliveries.write(deliveries.data)
        numbers = range(self._next, self._next + deliveries.size)
        self._next = numbers.stop
        return numbers

    def attempt(self, numbers: range) -> None:
        """Record that the member is about to acknowledge these deliveries."""
        self._attempts.write(np.arange(numbers.start, numbers.stop, dtype=ATTEMPT).data)

    def answer(self, numbers: Sequence[int], now_ns: int, *, is_ok: bool) -> None:
        """Record that the brokers have answered the acknowledgements of these deliveries."""
        answers = np.empty(len(numbers), ANSWER)
        answers["number"], answers["answered_ns"], answers["is_ok"] = numbers, now_ns, is_ok
        self._answers.write(answers.data)


def read_deliveries(jobs: Sequence[ShareMemberJob]) -> pa.Table:
    """The rows of ``share_deliveries.parquet``, in the order of receipt."""
    parts = [_read(job) for job in jobs]
    schema = scenario_tables("share_group")[DELIVERIES_FILE].schema
    table = pa.concat_tables([schema.empty_table(), *parts])
    return table.sort_by("received_ns")


def _read(job: ShareMemberJob) -> pa.Table:
    deliveries = _entries(job.folder / f"{job.name}.deliveries", DELIVERY)
    answers = _entries(job.folder / f"{job.name}.answers", ANSWER)
    answered_ns = np.full(deliveries.size, -1, np.int64)
    is_ok = np.zeros(deliveries.size, np.int8)
    attempts = _entries(job.folder / f"{job.name}.attempts", ATTEMPT)
    is_known = answers["number"] < deliveries.size
    answered_ns[answers["number"][is_known]] = answers["answered_ns"][is_known]
    is_ok[answers["number"][is_known]] = answers["is_ok"][is_known]
    is_answered = answered_ns >= 0
    columns = {
        **{
            name: column(deliveries[name])
            for name in ("id", "partition", "offset", "delivery", "received_ns")
        },
        "decision": words(deliveries["decision"], [decision.value for decision in DECISIONS]),
        "member": column(np.full(deliveries.size, job.index, np.int16)),
        "attempt": column(np.full(deliveries.size, job.attempt, np.int16)),
        "is_attempted": pa.array(np.isin(np.arange(deliveries.size), attempts)),
        "answered_ns": column(answered_ns, is_answered),
        "is_accepted": pa.array(is_ok.astype(bool), pa.bool_(), mask=~is_answered),
    }
    schema = scenario_tables("share_group")[DELIVERIES_FILE].schema
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def read_renewals(jobs: Sequence[ShareMemberJob]) -> pa.Table:
    """The rows of ``share_renewals.parquet``, in the order in which they were begun."""
    parts = [_renewals(job) for job in jobs]
    return pa.concat_tables([RENEWALS.empty_table(), *parts]).sort_by("begun_ns")


def _renewals(job: ShareMemberJob) -> pa.Table:
    deliveries = _entries(job.folder / f"{job.name}.deliveries", DELIVERY)
    renewals = _entries(job.folder / f"{job.name}.renewals", RENEWAL)
    renewed = deliveries[renewals["number"]]
    columns = {
        **{name: column(renewed[name]) for name in ("id", "partition", "offset", "delivery", "received_ns")},
        "member": column(np.full(renewals.size, job.index, np.int16)),
        "attempt": column(np.full(renewals.size, job.attempt, np.int16)),
        "begun_ns": column(renewals["begun_ns"]),
    }
    return pa.Table.from_arrays([columns[name] for name in RENEWALS.names], schema=RENEWALS)


def _entries(file: Path, entry: np.dtype) -> np.ndarray:
    return np.fromfile(file, entry) if file.exists() else np.empty(0, entry)
