"""Make the files of the contract from what the load programs left, whether they ended or were killed."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.cells.fault_injection import FaultWindow
from include.consumers.processing_journal import read_journal
from include.load_runtime.job import ConsumerJob, CopyJob, ProcessingJob, ProducerJob
from include.load_runtime.program import Program
from include.producers.producer_files import sent_parts, transactions_part
from include.rawlog.columns import column
from include.rawlog.schemas import FAULTS, TRANSACTIONS
from include.rawlog.table_writer import write_table

PARTS = ("sent-*", "transactions-*", "received-*", "*.journal")
"""What load programs leave that becomes part of the contract's files."""


def assemble(cell: Path, programs: Sequence[Program], windows: Sequence[FaultWindow]) -> None:
    """Write every file of the raw log, and remove the parts that it is made of."""
    producers = [one.name for one in programs if isinstance(one.job, ProducerJob)]
    copiers = [one.name for one in programs if isinstance(one.job, CopyJob)]
    consumers = [one for one in programs if isinstance(one.job, ConsumerJob) and one.job.is_receiver]
    _write_sent(cell, producers)
    _write_transactions(cell, producers, copiers)
    _write_received(cell, consumers)
    write_table(cell / "faults.parquet", faults_table(windows))
    for part in (path for pattern in PARTS for path in cell.glob(pattern)):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink()


def faults_table(windows: Sequence[FaultWindow]) -> pa.Table:
    """The rows of ``faults.parquet``; without windows, none."""
    if not windows:
        return pa.Table.from_batches([], schema=FAULTS)  # whatever takes a list imports pandas
    packets = [window.packets for window in windows]
    columns = [
        pa.array([window.fault for window in windows], pa.string(), from_pandas=False),
        pa.array([str(window.target) for window in windows], pa.string(), from_pandas=False),
        _nullable([window.began_ns for window in windows]),
        _nullable([window.ended_ns for window in windows]),
        _nullable([one.seen if one else None for one in packets]),
        _nullable([one.dropped if one else None for one in packets]),
    ]
    return pa.Table.from_arrays(columns, schema=FAULTS)


def _nullable(values: Sequence[int | None]) -> pa.Array:
    """A column of 64-bit integers, null where a value is None."""
    known = np.array([value is not None for value in values], bool)
    return column(np.array([value or 0 for value in values], np.int64), known)


def _write_sent(cell: Path, producers: Sequence[str]) -> None:
    """By id where there are several parts: a message that was sent again stands behind its first time."""
    parts = [part for producer in producers for part in sent_parts(cell, producer)]
    if len(parts) == 1 and (whole := cell / f"sent-{producers[0]}.parquet").exists():
        whole.rename(cell / "sent.parquet")
        return
    table = pa.concat_tables(part.cast(parts[0].schema) for part in parts).unify_dictionaries()
    order = np.argsort(table["id"].to_numpy(), kind="stable")
    write_table(cell / "sent.parquet", table.take(column(order)).combine_chunks())


def _write_transactions(cell: Path, producers: Sequence[str], copiers: Sequence[str]) -> None:
    """A producer's messages name its transactions by their numbers; copiers' are just numbered on."""
    tables = [transactions_part(cell, program) for program in (*producers, *copiers)]
    table = pa.concat_tables(tables).unify_dictionaries().combine_chunks()
    if copiers:
        place = TRANSACTIONS.get_field_index("transaction")
        numbers = column(np.arange(table.num_rows, dtype=np.int32))
        table = table.set_column(place, TRANSACTIONS.field(place), numbers)
    write_table(cell / "transactions.parquet", table)


def _write_received(cell: Path, consumers: Sequence[Program]) -> None:
    parts = [_received(cell, consumer) for consumer in consumers]
    if len(parts) == 1 and (whole := cell / f"received-{consumers[0].name}.parquet").exists():
        whole.rename(cell / "received.parquet")
        return
    write_table(cell / "received.parquet", pa.concat_tables(parts))


def _received(cell: Path, consumer: Program) -> pa.Table:
    job = consumer.job
    if isinstance(job, ProcessingJob):
        return read_journal(cell / f"{job.name}.journal", job.index, job.attempt)
    return pq.read_table(cell / f"received-{job.name}.parquet")
