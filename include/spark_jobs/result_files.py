"""The files of ``results/``: all are written beside the old ones before the first of those is replaced."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from include.spark_jobs.tables_version import METADATA
from include.storage.atomic_write import move_file, put_file, remove
from include.storage.path import AnyPath

RESULTS_FOLDER = "results"

UNFINISHED_FOLDER = "results.unfinished"

GROUP_ROWS = 1_048_576
"""The rows of a row group: the same however the rows arrive, so that the file is the same."""


class ResultFiles:
    """New files for the results of a run."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is a local folder for the files, which is empty."""
        self._folder = folder

    def write_table(self, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Write a table as Parquet and as CSV. In CSV, numbers have the shortest form that reads back."""
        with (
            pq.ParquetWriter(self._folder / f"{name}.parquet", schema.with_metadata(METADATA)) as parquet,
            (self._folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as text,
        ):
            rows = csv.writer(text, lineterminator="\n")
            rows.writerow(schema.names)
            for group in _groups(batches, schema):
                parquet.write_table(group, row_group_size=GROUP_ROWS)
                for batch in group.to_batches(max_chunksize=65_536):
                    rows.writerows(zip(*(column.to_pylist() for column in batch.columns), strict=True))

    def write_text(self, name: str, content: str) -> None:
        """Write a text."""
        (self._folder / name).write_text(content, encoding="utf-8")


@contextmanager
def new_results(run: AnyPath) -> Iterator[ResultFiles]:
    """Replace the results of a run by what is written within.

    All files are first copied beside the old ones: a disk that is full, or a store that fails meanwhile,
    leaves those as they are.

    Raises:
        OSError: a file cannot be written; in an object store, a StorageError.
    """
    with TemporaryDirectory(prefix="kerran-results-", ignore_cleanup_errors=True) as folder:
        yield ResultFiles(Path(folder))
        _replace(run, sorted(Path(folder).iterdir()))


def _replace(run: AnyPath, files: Sequence[Path]) -> None:
    results, beside = run / RESULTS_FOLDER, run / UNFINISHED_FOLDER
    try:
        for file in files:
            put_file(file, beside / file.name)
        for file in files:
            move_file(beside / file.name, results / file.name)
    finally:
        remove(beside)


def _groups(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.Table]:
    """The rows in groups of ``GROUP_ROWS``, the last of which may be smaller; at least one, without rows."""
    held = schema.empty_table()
    for batch in batches:
        held = pa.concat_tables([held, pa.Table.from_batches([batch], schema)])
        while held.num_rows > GROUP_ROWS:
            yield held.slice(0, GROUP_ROWS).combine_chunks()
            held = held.slice(GROUP_ROWS)
    yield held.combine_chunks()
