from typing import Any

import pyarrow as pa
import pytest

from bench.manifests import CLOCK
from include.rawlog.reader import schema_of, schemas_of
from include.rawlog.schemas import AUDIT, PROCESSED, RECEIVED, SENT, TRANSACTIONS
from include.rawlog.table_checks import problems
from tests.rawlog.sealing import table

CELL = CLOCK.model_copy(update={"name": "monotonic", "began_ns": 0, "ended_ns": 9000})


def sent() -> pa.Table:
    return table([(0, 3, 17, 1_000, 2_000, "acked", None), (1, 4, None, 1_500, None, "unknown", 7)], SENT)


def changed(column: str, values: list[Any], kind: pa.DataType | None = None) -> pa.Table:
    """The sent log with other values in a column."""
    index = SENT.get_field_index(column)
    return sent().set_column(index, column, pa.array(values, kind or SENT.field(index).type))


def first(table: pa.Table) -> str | None:
    return next(problems("sent.parquet", table, SENT, CELL), None)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (sent(), None),
        (sent().drop_columns(["offset"]), "column offset is missing; it should have the type int64"),
        (
            sent().append_column("weight", pa.array([1, 2])),
            "column weight is unknown to this version of Kerran; measure the cell with a newer version",
        ),
        (sent().append_column("id", pa.array([1, 2])), "column id occurs 2 times; it should occur once"),
        (
            changed("outcome", ["acked", "unknown"], pa.string()),
            "column outcome has the type string; it should have the type "
            "dictionary<values=string, indices=int8, ordered=0>",
        ),
        (
            changed("outcome", ["acked", "ackd"]),
            "column outcome, row 1: 'ackd'; it should be acked, failed, unknown",
        ),
        (changed("created_ns", [5, None]), "column created_ns, row 1: a null; every row should have a value"),
    ],
)
def test_what_is_wrong_with_a_column_is_named_with_the_right(table: pa.Table, problem: str | None) -> None:
    assert first(table) == problem


@pytest.mark.parametrize("value", [-1, 9001])
def test_a_time_at_which_the_cell_did_not_run_is_named(value: int) -> None:
    assert first(changed("acked_ns", [5, value])) == (
        f"column acked_ns, row 1: {value}; "
        "it should be 0 to 9000, the cell's beginning and end on the clock monotonic"
    )
    assert first(changed("acked_ns", [0, 9000])) is None


@pytest.mark.parametrize(
    ("column", "value", "most"),
    [
        ("id", -1, 2**63 - 1),
        ("partition", 2**15, 2**15 - 1),
        ("partition", -1, 2**15 - 1),
        ("offset", 2**44, 2**44 - 1),
        ("offset", -1001, 2**44 - 1),
    ],
)
def test_a_place_that_cannot_be_is_named_and_the_last_one_is_none(column: str, value: int, most: int) -> None:
    assert first(changed(column, [0, value])) == f"column {column}, row 1: {value}; it should be 0 to {most}"
    assert first(changed(column, [0, most])) is None


@pytest.mark.parametrize(
    ("name", "schema", "place"),
    [("received.parquet", RECEIVED, (0, 0, 5, 0)), ("audit.parquet", AUDIT, (0, 0, True))],
)
def test_what_was_never_sent_has_an_own_id(name: str, schema: pa.Schema, place: tuple[int, ...]) -> None:
    assert not [*problems(name, table([(-1, *place)], schema), schema, CELL)]
    assert [*problems(name, table([(-2, *place)], schema), schema, CELL)]


def test_all_wrong_columns_are_named_at_once_and_a_transaction_has_outcomes_of_its_own() -> None:
    rows = [(0, 1, 2, 3, 4, "acked")]
    assert [*problems("transactions.parquet", table(rows, TRANSACTIONS), TRANSACTIONS, CELL)] == [
        "column outcome, row 0: 'acked'; it should be committed, aborted, unknown"
    ]
    words = pa.DictionaryArray.from_arrays(pa.array([0, 0], pa.int8()), pa.array(["acked", "ackd"]))
    assert first(sent().set_column(SENT.get_field_index("outcome"), "outcome", words)) is None
    named = [*problems("sent.parquet", sent().drop_columns(["id", "offset"]), SENT, CELL)]
    assert [problem.split()[1] for problem in named] == ["id", "offset"]


def test_a_scenario_has_files_and_processed_deliveries_have_columns_of_their_own() -> None:
    received, processed = RECEIVED.empty_table(), PROCESSED.empty_table()
    schemas = schemas_of("delivery")
    assert schema_of("received.parquet", received, schemas) == RECEIVED
    assert schema_of("received.parquet", processed, schemas) == PROCESSED
    assert schema_of("received.parquet", processed.drop_columns(["attempt"]), schemas) == PROCESSED
    assert schema_of("sent.parquet", processed, schemas) == SENT
    assert set(schemas_of("group_rebalance")) - set(schemas_of("delivery")) == {"ownership.parquet"}
