"""The files of ``results/``. Readers see either the former files or the new files, never a mixture."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from include.rawlog.cells_and_results_of_run import (
    LIST_FILE,
    NEW_RESULTS_FOLDER,
    RESULTS_FOLDER,
    results_of_run,
)
from include.storage.atomic_write import copy_file, put, put_file, remove
from include.storage.path import AnyPath

TABLES_VERSION = 3
"""The version of the tables of raw logs and results, as docs/tables.md describes them.

The version changes when a column is renamed or removed, or gets another meaning.
"""

METADATA = {"kerran.tables_version": str(TABLES_VERSION)}
"""Metadata in the schema of every Parquet file of the results."""


GROUP_ROWS = 1_048_576
"""The fixed number of rows in a row group. The same rows always give the same files, even if they arrive in
batches of other sizes."""


def write_result_table(folder: Path, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
    """Write a table as Parquet and as CSV.

    In CSV, numbers have the shortest form that gives the same number when read.
    """
    with (
        pq.ParquetWriter(folder / f"{name}.parquet", schema.with_metadata(METADATA)) as parquet,
        (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as text,
    ):
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(schema.names)
        for group in _groups(batches, schema):
            parquet.write_table(group, row_group_size=GROUP_ROWS)
            for batch in group.to_batches(max_chunksize=65_536):
                rows.writerows(zip(*(column.to_pylist() for column in batch.columns), strict=True))


@contextmanager
def new_results(run: AnyPath) -> Iterator[Path]:
    """Yield an empty local folder. After the block, its files replace the results of the run.

    Raises:
        OSError: A file cannot be written. In an object store, the error is a StorageError. The run
            (``results_of_run``) then has either the former results or the new results.
    """
    with TemporaryDirectory(prefix="kerran-results-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
        _replace(run, sorted(Path(folder).iterdir()))


def _replace(run: AnyPath, files: Sequence[Path]) -> None:
    """Replace the results by local files, as ``include.rawlog.cells_and_results_of_run`` describes."""
    finish_replacement(run)
    try:
        for file in files:
            put_file(file, run / NEW_RESULTS_FOLDER / file.name)
    except BaseException:
        with suppress(OSError):  # the next replacement removes what is left
            remove(run / NEW_RESULTS_FOLDER)
        raise
    put(run / NEW_RESULTS_FOLDER / LIST_FILE, json.dumps([file.name for file in files]))
    finish_replacement(run)


def finish_replacement(run: AnyPath) -> None:
    """Finish a replacement. If the list of the new results exists, copy these results to ``results/``.

    In any case, remove the folder of the new results.
    """
    replacing = run / NEW_RESULTS_FOLDER
    if results_of_run(run) == replacing:
        for name in json.loads((replacing / LIST_FILE).read_bytes()):
            copy_file(replacing / name, run / RESULTS_FOLDER / name)
        (replacing / LIST_FILE).unlink()
    remove(replacing)


def _groups(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows in groups of ``GROUP_ROWS``.

    The last group may be smaller. Without rows, there is one empty group.
    """
    buffer = schema.empty_table()
    for batch in batches:
        buffer = pa.concat_tables([buffer, pa.Table.from_batches([batch], schema)])
        while buffer.num_rows > GROUP_ROWS:
            yield buffer.slice(0, GROUP_ROWS).combine_chunks()
            buffer = buffer.slice(GROUP_ROWS)
    yield buffer.combine_chunks()


def has_another_version(schema: pa.Schema) -> bool:
    """Whether a table of the results was written with another version of the tables."""
    metadata = schema.metadata or {}
    return any(
        metadata.get(name.encode(), value.encode()) != value.encode() for name, value in METADATA.items()
    )
