"""Checks of a table of a raw log against its schema, and against the values that its columns may have."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.host_records import ClockRecord
from include.rawlog.schemas import (
    NEVER_SENT,
    Outcome,
    TransactionOutcome,
)

WORDS: Mapping[tuple[str, str], type[StrEnum]] = {
    ("sent.parquet", "outcome"): Outcome,
    ("transactions.parquet", "outcome"): TransactionOutcome,
}

LOWEST_IDS = {"received.parquet": NEVER_SENT, "audit.parquet": NEVER_SENT}
"""The lowest allowed message id in these files; in all other files, it is 0."""

HIGHEST: Mapping[str, int] = {"id": 2**63 - 1, "partition": 2**15 - 1, "offset": 2**44 - 1}
"""The highest allowed value of each of these columns, in every file. The modules in ``spark_jobs/measures``
rely on these limits."""


def problems(name: str, table: pa.Table, schema: pa.Schema, clock: ClockRecord) -> Iterator[str]:
    """Yield a text on each problem: the column and, for a wrong value, its row and the allowed values.

    Rows are counted from 0. Values are checked only if the names and types of all columns are right.
    """
    column_problems = [*_wrong_columns(table, schema)]
    yield from column_problems or _wrong_values(name, table, schema, clock)


def _wrong_columns(table: pa.Table, schema: pa.Schema) -> Iterator[str]:
    counts = Counter(table.column_names)
    for field in schema:
        if not counts[field.name]:
            yield f"column {field.name} is missing; it should have the type {field.type}"
    for name in counts - Counter(schema.names):
        if name in schema.names:
            yield f"column {name} occurs {counts[name]} times; it should occur once"
        else:
            yield f"column {name} is unknown to this version of Kerran; measure the cell with a newer version"
    for field in schema:
        if counts[field.name] == 1 and (type_in_file := table.schema.field(field.name).type) != field.type:
            yield f"column {field.name} has the type {type_in_file}; it should have the type {field.type}"


def _wrong_values(name: str, table: pa.Table, schema: pa.Schema, clock: ClockRecord) -> Iterator[str]:
    for field in (field for field in schema if field.name in table.column_names):
        column = table[field.name]
        if column.null_count and not field.nullable:
            row = pc.index(column.is_null(), pa.scalar(True)).as_py()
            yield f"column {field.name}, row {row}: a null; every row should have a value"
        yield from _out_of_range(name, field.name, column, clock)
        if words := WORDS.get((name, field.name)):
            yield from _unknown_words(field.name, column, words)


def _out_of_range(name: str, column: str, values: pa.ChunkedArray, clock: ClockRecord) -> Iterator[str]:
    limits = _limits(name, column, clock)
    if limits is None:
        return
    low, high = limits
    ends = pc.min_max(values).as_py().values()
    if wrong := [end for end in ends if end is not None and not low <= end <= high]:
        row = pc.index(values, pa.scalar(wrong[0], values.type)).as_py()
        where = f", the cell's beginning and end on the clock {clock.name}" if column.endswith("_ns") else ""
        yield f"column {column}, row {row}: {wrong[0]}; it should be {low} to {high}{where}"


def _limits(name: str, column: str, clock: ClockRecord) -> tuple[int, int] | None:
    """The lowest and the highest value that a column may have; None if every value is possible."""
    if column.endswith("_ns"):
        return clock.began_ns, clock.ended_ns
    if column not in HIGHEST:
        return None
    return LOWEST_IDS.get(name, 0) if column == "id" else 0, HIGHEST[column]


def _unknown_words(column: str, values: pa.ChunkedArray, words: type[StrEnum]) -> Iterator[str]:
    distinct_values = pc.unique(values.drop_null()).dictionary_decode()
    for word in distinct_values.to_pylist():
        if word not in list(words):
            row = pc.index(values.cast(pa.string()), pa.scalar(word)).as_py()
            yield f"column {column}, row {row}: {word!r}; it should be {', '.join(words)}"
