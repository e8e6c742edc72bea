"""Read sealed raw logs, and check that they match their manifest and the schemas of their files.

Measures rely on these checks. So measures do not handle a missing column, a null where a value is required,
an unknown outcome, or a time outside of the cell.
"""

from collections.abc import Mapping
from hashlib import sha256

import pyarrow as pa
import pyarrow.parquet as pq

from include.kinds.scenario import SCENARIOS
from include.machine.storage.path import AnyPath
from include.rawlog.manifest import MANIFEST_FILE, FileRecord, Manifest
from include.rawlog.schemas import (
    FILES,
    OPTIONAL_FILES,
    PROCESSED,
    scenario_tables,
)
from include.rawlog.table_checks import problems
from include.settings.any_settings import settings_of


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
        raise BrokenRawLogError(f"{path}: is missing; it was sealed with {record.rows} rows") from None
    if sha256(content).hexdigest() != record.sha256:
        raise BrokenRawLogError(
            f"{path}: the {len(content)} bytes differ from the {record.bytes} bytes that were sealed"
        )
    return pa.py_buffer(content)


def read_sealed(cell: AnyPath, manifest: Manifest) -> dict[str, pa.Table]:
    """The checked tables of all Parquet files of a sealed cell, by the names of the files."""
    others = [name for name in manifest.files if name.endswith(".parquet") and name not in FILES]
    scenario = settings_of(manifest.cell.settings).scenario
    return {name: _read_checked(cell, name, manifest, scenario) for name in (*FILES, *others)}


def _read_checked(cell: AnyPath, name: str, manifest: Manifest, scenario: str) -> pa.Table:
    """The table of one file of a sealed cell, with checked columns and values."""
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
