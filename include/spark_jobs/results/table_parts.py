"""Tables with many rows. Executors write parts, which are then joined to one file per table.

A part contains the rows of one cell in one table. A task that Spark repeats writes the same parts again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet as pq

from include.machine.storage.atomic_write import put, remove
from include.machine.storage.path import AnyPath, path_of

PARTS_FOLDER = "results.parts"

BATCH_ROWS = 65_536


@dataclass(frozen=True)
class Parts:
    """The parts that a job writes. In each run, the job has its own folder for them."""

    job: str

    def folder(self, run: AnyPath) -> AnyPath:
        return run / f"{PARTS_FOLDER}.{self.job}"

    def put(self, run: str, place: int, tables: Mapping[str, pa.Table]) -> None:
        """Write the rows of a cell. ``place`` is the number of its entry in the job.

        Raises:
            OSError: A part cannot be written. In an object store, the error is a StorageError.
        """
        for name, table in tables.items():
            if table.num_rows:
                content = pa.BufferOutputStream()
                pq.write_table(table, content)
                put(self.folder(path_of(run)) / f"{name}.{place:09}.parquet", content.getvalue().to_pybytes())

    def batches(self, run: AnyPath, table: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a table of a run, in the order of the job's entries."""
        parts: list[AnyPath] = list(self.folder(run).glob(f"{table}.*.parquet"))
        for part in sorted(parts, key=lambda part: part.name):
            with part.open("rb") as file:
                yield from pq.ParquetFile(file).iter_batches(BATCH_ROWS)

    def remove(self, run: AnyPath) -> None:
        """Remove this job's parts of a run, but not the parts of other jobs that measure the same run."""
        remove(self.folder(run))
