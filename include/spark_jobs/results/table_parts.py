"""Tables with many rows. Executors write parts, which are then joined to one file per table.

A part contains the rows of one table and one run, from the cells that one Spark task measured. A task that
Spark repeats writes the same parts again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from include.storage.atomic_write import put_file, remove
from include.storage.path import AnyPath, path_of

PARTS_FOLDER = "results.parts"

BATCH_ROWS = 65_536


@dataclass(frozen=True)
class Parts:
    """The parts that a job writes. In each run, the job has its own folder for them."""

    job: str

    def folder(self, run: AnyPath) -> AnyPath:
        return run / f"{PARTS_FOLDER}.{self.job}"

    def batches(self, run: AnyPath, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table of a run, in the order of the job's entries."""
        parts: list[AnyPath] = list(self.folder(run).glob(f"{table}.*.parquet"))
        for part in sorted(parts, key=lambda part: part.name):
            with part.open("rb") as file:
                yield from pq.ParquetFile(file).iter_batches(BATCH_ROWS)

    def remove(self, run: AnyPath) -> None:
        """Remove this job's parts of a run, but not the parts of other jobs that measure the same run."""
        remove(self.folder(run))


class PartWriter:
    """A writer for the rows of the cells that a task measures. Only ``finish`` copies files into runs."""

    def __init__(self, parts: Parts, folder: Path) -> None:
        """``folder`` is a local folder for files that are not finished."""
        self._parts, self._unfinished = parts, folder
        self._writers: dict[tuple[str, str], pq.ParquetWriter] = {}
        self._files: dict[tuple[str, str], tuple[Path, AnyPath]] = {}

    def add(self, run: str, place: int, tables: Mapping[str, pa.Table]) -> None:
        """Add the rows of a cell. Cells must be added in the order of the job's entries."""
        for name, table in tables.items():
            if table.num_rows:
                self._writer(run, place, name, table.schema).write_table(table)

    def finish(self) -> None:
        """Copy all parts into their runs.

        Raises:
            OSError: A part cannot be written. In an object store, the error is a StorageError.
        """
        for key, writer in self._writers.items():
            writer.close()
            put_file(*self._files[key])

    def _writer(self, run: str, place: int, table: str, schema: pa.Schema) -> pq.ParquetWriter:
        key = (run, table)
        if key not in self._writers:
            file = self._unfinished / f"{len(self._files)}.parquet"
            self._files[key] = file, self._parts.folder(path_of(run)) / f"{table}.{place:09}.parquet"
            self._writers[key] = pq.ParquetWriter(file, schema)
        return self._writers[key]
