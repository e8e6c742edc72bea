from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.rawlog.schemas import AUDIT, AUDIT_FILE, NEVER_SENT, RECEIVED, SENT, TRANSACTIONS
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.violations import COLUMNS, violation_rows
from tests.rawlog.sealing import Rows, table
from tests.spark_jobs.cells import raw_cell

MESSAGES = 60
PARTITIONS = 3
IN_A_TRANSACTION = 10
Row = dict[str, Any]


def rows_of(schema: pa.Schema, rows: Rows) -> list[Row]:
    return list(table(rows, schema).to_pylist())


class Log:
    """The raw log of a cell without violations, to be corrupted; a row is a dictionary."""

    def __init__(self) -> None:
        places = [(id, id % PARTITIONS, id // PARTITIONS) for id in range(MESSAGES)]
        sent = [(*at, at[0], at[0] + 1, "acked", at[0] // IN_A_TRANSACTION) for at in places]
        self.sent = rows_of(SENT, sent)
        self.received = rows_of(RECEIVED, [(*at, 1000 + at[0], 0) for at in places])
        committed = [(n, 0, 1, 2, IN_A_TRANSACTION, "committed") for n in range(MESSAGES // IN_A_TRANSACTION)]
        self.transactions = rows_of(TRANSACTIONS, [*committed, (99, 0, None, 2, 0, "aborted")])
        self.audit = rows_of(AUDIT, [(*at, True) for at in places])

    def reported(self, with_audit: bool = True) -> dict[str, list[int]]:
        """The ids that the job reports, by violation, without those of torn transactions.

        A transaction is torn wherever the log lacks a message of it, or hides it from committed readers.
        """
        return {name: ids for name, ids in self.accused(with_audit).items() if name != "torn"}

    def accused(self, with_audit: bool = True) -> dict[str, list[int]]:
        """The ids that the job reports, by violation."""
        files = {
            "sent.parquet": pa.Table.from_pylist(self.sent, schema=SENT),
            "received.parquet": pa.Table.from_pylist(self.received, schema=RECEIVED),
            "transactions.parquet": pa.Table.from_pylist(self.transactions, schema=TRANSACTIONS),
        }
        if with_audit:
            files[AUDIT_FILE] = pa.Table.from_pylist(self.audit, schema=AUDIT)
        rows = violation_rows(RawCell(MANIFEST, files))
        assert rows.schema == COLUMNS
        accused: dict[str, list[int]] = {}
        for row in rows.to_pylist():
            accused.setdefault(row["violation"], []).append(row["id"])
        return {violation: sorted(ids) for violation, ids in accused.items()}


MANIFEST = raw_cell(settings={"semantics": "exactly-once"}).manifest
IDS = st.integers(0, MESSAGES - 1)
SETS = st.sets(IDS, min_size=1, max_size=15)


def test_where_nothing_is_corrupted_nothing_is_found() -> None:
    assert Log().accused() == Log().accused(with_audit=False) == {}


@given(st.sets(IDS), st.sets(IDS))
def test_removed_deliveries_are_lost_and_removed_records_gone(lost: set[int], gone: set[int]) -> None:
    log = Log()
    log.received = without(lost, log.received)
    log.audit = without(gone, log.audit)
    expected = {"lost": sorted(lost), "gone": sorted(gone)}
    assert log.reported() == {violation: ids for violation, ids in expected.items() if ids}


def without(ids: set[int], rows: list[Row]) -> list[Row]:
    return [row for row in rows if row["id"] not in ids]


@given(st.lists(IDS, min_size=1, max_size=15))
def test_deliveries_that_are_doubled_are_duplicates(ids: list[int]) -> None:
    log = Log()
    log.received += [log.received[id] | {"received_ns": 5000 + place} for place, id in enumerate(ids)]
    assert log.reported() == {"duplicated": sorted(ids)}


@given(st.sets(st.integers(0, MESSAGES // (2 * PARTITIONS) - 1), min_size=1))
def test_neighbours_of_a_partition_that_change_places_are_out_of_order(pairs: set[int]) -> None:
    log = Log()
    late = []
    for pair in pairs:
        first, second = 2 * PARTITIONS * pair, 2 * PARTITIONS * pair + PARTITIONS
        log.received[first], log.received[second] = log.received[second], log.received[first]
        late.append(first)
    assert log.reported() == {"out_of_order": sorted(late)}


@given(SETS, st.sampled_from([NEVER_SENT, MESSAGES + 7]))
def test_altered_deliveries_are_phantoms_and_what_they_were_is_lost(ids: set[int], altered: int) -> None:
    log = Log()
    for id in ids:
        log.received[id] = log.received[id] | {"id": altered}
    assert log.reported() == {"lost": sorted(ids), "phantom": [altered] * len(ids)}


@given(SETS)
def test_deliveries_with_another_content_are_named_by_the_id_in_their_header(ids: set[int]) -> None:
    log = Log()
    for id in ids:
        log.received[id] = log.received[id] | {"id": NEVER_SENT, "corrupted_id": id}
    assert log.reported() == {"lost": sorted(ids), "corrupted": sorted(ids)}


@given(SETS)
def test_messages_that_are_moved_into_an_aborted_transaction_should_not_have_been_seen(ids: set[int]) -> None:
    log = Log()
    for id in ids:
        log.sent[id].update(transaction=99, offset=None)
    assert log.reported() == log.reported(with_audit=False) == {"aborted_seen": sorted(ids)}


@given(SETS)
def test_messages_that_were_aborted_and_sent_again_are_told_apart_by_their_place(ids: set[int]) -> None:
    log = Log()
    for id in sorted(ids):
        log.sent.append(log.sent[id] | {"transaction": 99, "offset": 1000 + id})
        log.received.append(log.received[id] | {"offset": 1000 + id, "received_ns": 9000 + id})
        log.audit.append(log.audit[id] | {"offset": 1000 + id, "committed": False})
    log.sent.sort(key=lambda row: row["id"])
    expected = {"aborted_seen": sorted(ids), "duplicated": sorted(ids)}
    assert log.reported() == log.reported(with_audit=False) == expected


@given(SETS)
def test_what_the_independent_reader_misses_was_aborted_and_tears_its_transactions(ids: set[int]) -> None:
    log = Log()
    for id in ids:
        log.audit[id]["committed"] = False
    torn = {id // IN_A_TRANSACTION for id in ids}
    others = [id for id in range(MESSAGES) if id // IN_A_TRANSACTION in torn and id not in ids]
    assert log.accused() == {"aborted_seen": sorted(ids)} | ({"torn": others} if others else {})


def unknown(row: Row) -> Row:
    return row | {"outcome": "unknown", "acked_ns": None, "offset": None, "partition": None}


def failed(row: Row) -> Row:
    return unknown(row) | {"outcome": "failed"}


@pytest.mark.parametrize("fate", [unknown, failed])
@given(ids=SETS)
def test_only_an_acknowledged_message_can_be_lost(fate: Callable[[Row], Row], ids: set[int]) -> None:
    log = Log()
    log.sent = [fate(row) if row["id"] in ids else row for row in log.sent]
    log.received, log.audit = without(ids, log.received), without(ids, log.audit)
    assert log.reported() == {}


@given(SETS)
def test_a_message_that_was_sent_twice_and_came_once_is_neither_lost_nor_a_duplicate(ids: set[int]) -> None:
    log = Log()
    log.sent = sorted([*log.sent, *(unknown(log.sent[id]) for id in ids)], key=lambda row: row["id"])
    assert log.reported() == {}
