"""The counts that outputs have, in the order in which they were received."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from confluent_kafka import Message

from include.load.consumer_jobs import ConsumerJob
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import column
from include.scenarios.application.programs.values import count_of

COUNTS_FILE = "counts.parquet"

PATTERN = "*.counts"
"""The files of readers from which ``counts.parquet`` is made."""

NO_COUNT = -1

ENTRY = np.dtype([("id", "<i8"), ("partition", "<i4"), ("offset", "<i8"), ("count", "<i8")])


class CountsJournal:
    """Records the count of each output of one reader."""

    def __init__(self, job: ConsumerJob, pointer: str) -> None:
        self._pointer = pointer
        self._file = (job.folder / f"{job.name}.counts").open("ab", buffering=0)

    def write(self, ids: np.ndarray, outputs: Sequence[Message]) -> None:
        """Record outputs, and the ids of their inputs, shape (n,)."""
        counts = [count_of(output, self._pointer) for output in outputs]
        entries = np.empty(len(outputs), ENTRY)
        entries["id"] = ids
        entries["partition"] = [output.partition() for output in outputs]
        entries["offset"] = [output.offset() for output in outputs]
        entries["count"] = [NO_COUNT if count is None else count for count in counts]
        self._file.write(entries.data)


def read_counts(folder: Path) -> pa.Table:
    """The rows of ``counts.parquet`` from all readers of a cell, in the order of their offsets."""
    parts = [np.fromfile(file, ENTRY) for file in sorted(folder.glob(PATTERN))]
    entries = np.concatenate([*parts, np.empty(0, ENTRY)])
    entries = entries[np.lexsort((entries["offset"], entries["partition"]))]
    columns = {name: column(entries[name]) for name in ("id", "partition", "offset")}
    columns["count"] = column(entries["count"], entries["count"] != NO_COUNT)
    schema = scenario_tables("application")[COUNTS_FILE].schema
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)
