"""Make the files of the contract from what the load programs wrote."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from include.rawlog.schemas import FAULTS
from include.rawlog.writer import write_table

RECEIVED = "received.parquet"


def merge_received(cell: Path, consumers: int) -> None:
    """One ``received.parquet`` from the parts of the consumers, in the order of their places."""
    parts = [cell / f"received-{index}.parquet" for index in range(consumers)]
    if consumers == 1:
        parts[0].rename(cell / RECEIVED)
        return
    write_table(cell / RECEIVED, pa.concat_tables(pq.read_table(part) for part in parts))
    for part in parts:
        part.unlink()


def write_no_faults(cell: Path) -> None:
    """A ``faults.parquet`` without rows: nothing was broken on purpose."""
    write_table(
        cell / "faults.parquet", pa.Table.from_batches([], schema=FAULTS)
    )  # empty_table imports pandas
