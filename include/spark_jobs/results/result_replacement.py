"""The files of ``results/``. Readers see either the former files or the new files, never a mixture."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from include.machine.storage.atomic_write import copy_file, put_file, remove, set_link
from include.machine.storage.path import AnyPath, read_link
from include.rawlog.cells_and_results_of_run import CURRENT, RESULTS_FOLDER
from include.rawlog.tables_version import METADATA

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
    results = run / RESULTS_FOLDER
    former = read_link(results / CURRENT)
    new = results / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{uuid4().hex[:4]}"
    try:
        for file in files:
            put_file(file, new / file.name)
        if former is None:
            remove(results / CURRENT)  # a copy of the folder, if the run was copied without its links
        set_link(results / CURRENT, new.name)
    except BaseException:
        if read_link(results / CURRENT) != new.name:
            with suppress(OSError):  # a later replacement removes what is left
                remove(new)
        raise
    _put_beside(results, new, files)
    _remove_older(results, former or new.name)


def _put_beside(results: AnyPath, new: AnyPath, files: Sequence[Path]) -> None:
    """Let users find the files in ``results/`` itself: as links through the pointer, or as copies."""
    for file in files:
        if isinstance(results, Path):
            set_link(results / file.name, f"{CURRENT}/{file.name}")
        else:
            copy_file(new / file.name, results / file.name)
    if isinstance(results, Path):
        for link in results.iterdir():
            if link.is_symlink() and not link.exists():
                link.unlink()


def _remove_older(results: AnyPath, oldest: str) -> None:
    """Remove the folders of results that are older than ``oldest``. Their names are their times."""
    entries: list[AnyPath] = list(results.iterdir())
    for folder in entries:
        if folder.name < oldest and folder.is_dir():
            remove(folder)


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
