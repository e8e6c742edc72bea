"""Assemble the raw log from the parts of the load programs, including those of killed programs."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.cells.fault_injection import FaultWindow
from include.consumers.received_journal import read_received
from include.load.consumer_jobs import ConsumerJob
from include.load.producer_job import ProducerJob
from include.load.program_descriptions import Program
from include.producers.producer_files import sent_parts, transactions_part
from include.rawlog.schemas import FAULTS, TRANSACTIONS
from include.rawlog.table_writer import column, log_table, numbers, write_table

PART_PATTERNS = ("sent-*", "transactions-*", "*.journal", "*.filler")
"""The temporary files and folders of load programs: parts of raw log files, and fillers."""


def assemble(cell: Path, programs: Sequence[Program], windows: Sequence[FaultWindow]) -> None:
    """Write the files that every raw log has, and remove the temporary files of the load programs."""
    producers = [program.job for program in programs if isinstance(program.job, ProducerJob)]
    consumers = [(program, program.job) for program in programs if isinstance(program.job, ConsumerJob)]
    copiers = [program.name for program, job in consumers if not job.is_receiver]
    receivers = [job for _, job in consumers if job.is_receiver]
    _write_sent(cell, producers)
    _write_transactions(cell, producers, copiers)
    _write_received(cell, receivers)
    write_table(cell / "faults.parquet", faults_table(windows))
    remove_parts(cell, PART_PATTERNS)


def remove_parts(cell: Path, patterns: Sequence[str]) -> None:
    """Remove the files and folders of a cell that match the patterns."""
    for part in (path for pattern in patterns for path in cell.glob(pattern)):
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink()


def faults_table(windows: Sequence[FaultWindow]) -> pa.Table:
    """The rows of ``faults.parquet``: one row for each window of a fault."""
    rows = [
        {
            "fault": window.fault,
            "target": str(window.target),
            "began_ns": window.began_ns,
            "ended_ns": window.ended_ns,
            "packets_seen": window.packets.count if window.packets else None,
            "packets_dropped": window.packets.dropped if window.packets else None,
        }
        for window in windows
    ]
    return log_table(rows, FAULTS)


def _write_sent(cell: Path, producers: Sequence[ProducerJob]) -> None:
    """Write ``sent.parquet``. The rows of several parts are sorted by id with a stable sort."""
    table = pa.concat_tables(
        numbered(part, producer) for producer in producers for part in sent_parts(cell, producer.name)
    )
    order = np.argsort(numbers(table["id"]), kind="stable")
    write_table(cell / "sent.parquet", table.take(column(order)).combine_chunks())


def numbered(part: pa.Table, producer: ProducerJob) -> pa.Table:
    """A producer's rows, with transaction numbers that are unique in the cell."""
    if producer.producers == 1:
        return part
    index = part.schema.get_field_index("transaction")
    unique = pc.add(pc.multiply(part["transaction"], producer.producers), producer.index)
    field = part.schema.field(index)
    return part.set_column(index, field, unique.cast(field.type))


def _write_transactions(cell: Path, producers: Sequence[ProducerJob], copiers: Sequence[str]) -> None:
    """Write ``transactions.parquet``.

    The transactions of a producer have the numbers that ``sent.parquet`` contains. The transactions of
    copiers are numbered consecutively; no other file contains their numbers.
    """
    of_producers = [numbered(transactions_part(cell, producer.name), producer) for producer in producers]
    tables = [*of_producers, *(transactions_part(cell, copier) for copier in copiers)]
    table = pa.concat_tables(tables).unify_dictionaries().combine_chunks()
    if copiers:
        index = TRANSACTIONS.get_field_index("transaction")
        consecutive = column(np.arange(table.num_rows, dtype=np.int32))
        table = table.set_column(index, TRANSACTIONS.field(index), consecutive)
    write_table(cell / "transactions.parquet", table)


def _write_received(cell: Path, consumers: Sequence[ConsumerJob]) -> None:
    write_table(cell / "received.parquet", pa.concat_tables(map(read_received, consumers)))
