"""Read sealed raw logs, and refuse those that do not match their manifest or the schemas of their files.

Measures rely on these checks. So measures do not handle a missing column, a null where a value is required,
an unknown outcome, or a time outside of the cell.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from hashlib import sha256

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from include.rawlog.manifest import MANIFEST_FILE, ClockRecord, FileRecord, Manifest
from include.rawlog.schemas import (
    FILES,
    NEVER_SENT,
    OPTIONAL_FILES,
    PROCESSED,
    Outcome,
    TransactionOutcome,
    scenario_tables,
)
from include.scenarios.registry import SCENARIOS, settings_of
from include.storage.path import AnyPath


def schemas_of(scenario: str) -> Mapping[str, pa.Schema]:
    """The schemas of all files that a cell of a scenario may have, by the names of the files."""
    of_scenario = scenario_tables(SCENARIOS.checked_name(scenario))
    return {**FILES, **OPTIONAL_FILES, **{name: table.schema for name, table in of_scenario.items()}}


def schema_of(name: str, table: pa.Table, schemas: Mapping[str, pa.Schema]) -> pa.Schema | None:
    """The schema that a file's table must have; None if the scenario has no such file.

    ``received.parquet`` has more columns if processing is a separate step.
    """
    if name == "received.parquet" and {"processed_ns", "attempt"} & set(table.column_names):
        return PROCESSED
    return schemas.get(name)


class BrokenRawLogError(Exception):
    """A raw log does not match its manifest; the message names the file and the difference."""


def record_of(cell: AnyPath, name: str, manifest: Manifest) -> FileRecord:
    """The record of a file in the manifest.

    Raises:
        BrokenRawLogError: The manifest has no record of the file.
    """
    if name not in manifest.files:
        raise BrokenRawLogError(f"{cell / MANIFEST_FILE}: {name} was not sealed")
    return manifest.files[name]


def read_bytes(cell: AnyPath, name: str, record: FileRecord) -> pa.Buffer:
    """The bytes of a file, checked against its record.

    Raises:
        BrokenRawLogError: The file is missing, or its bytes differ from the bytes that were sealed.
    """
    path = cell / name
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise BrokenRawLogError(f"{path}: sealed with {record.rows} rows, and now missing") from None
    if sha256(content).hexdigest() != record.sha256:
        raise BrokenRawLogError(
            f"{path}: {len(content)} bytes that are not the {record.bytes} bytes that were sealed"
        )
    return pa.py_buffer(content)


def read_sealed(cell: AnyPath, manifest: Manifest) -> dict[str, pa.Table]:
    """Every Parquet file of a sealed cell by its name, checked."""
    others = [name for name in manifest.files if name.endswith(".parquet") and name not in FILES]
    scenario = settings_of(manifest.cell.settings).scenario
    return {name: _read_checked(cell, name, manifest, scenario) for name in (*FILES, *others)}


def _read_checked(cell: AnyPath, name: str, manifest: Manifest, scenario: str) -> pa.Table:
    """One file of a sealed cell, whose columns and values are checked too."""
    table = _decode(cell, name, record_of(cell, name, manifest))
    schema = schema_of(name, table, schemas_of(scenario))
    if schema is None:
        raise BrokenRawLogError(f"{cell / name}: the scenario {scenario} has no such file")
    for problem in problems(name, table, schema, manifest.clock):
        raise BrokenRawLogError(f"{cell / name}: {problem}")
    return table


def _decode(cell: AnyPath, name: str, record: FileRecord) -> pa.Table:
    content = pa.BufferReader(read_bytes(cell, name, record))
    try:
        table = pq.ParquetFile(content).read(use_threads=False)
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        reason = " ".join(str(error).split())
        raise BrokenRawLogError(f"{cell / name}: not a whole Parquet file: {reason}") from error
    if table.num_rows != record.rows:
        raise BrokenRawLogError(f"{cell / name}: {table.num_rows} rows, and {record.rows} were sealed")
    return table


WORDS: Mapping[tuple[str, str], type[StrEnum]] = {
    ("sent.parquet", "outcome"): Outcome,
    ("transactions.parquet", "outcome"): TransactionOutcome,
}

LOWEST_IDS = {"received.parquet": NEVER_SENT, "audit.parquet": NEVER_SENT}
"""The lowest id of a message, for files in which the lowest id is not 0."""

HIGHEST: Mapping[str, int] = {"id": 2**63 - 1, "partition": 2**15 - 1, "offset": 2**44 - 1}
"""The highest value of a column in any file. Measures rely on these limits."""


def problems(name: str, table: pa.Table, schema: pa.Schema, clock: ClockRecord) -> Iterator[str]:
    """Yield the problems of a file's table: the column, the first row, the value, and what would be right.

    Rows are counted from 0. The values of a column are checked only if all columns are right.
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
        where = f", the times of the cell on the clock {clock.name}" if column.endswith("_ns") else ""
        yield f"column {column}, row {row}: {wrong[0]}; it should be {low} to {high}{where}"


def _limits(name: str, column: str, clock: ClockRecord) -> tuple[int, int] | None:
    """The lowest and the highest value of a column; None if every value is possible."""
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
