"""Generate runs of sealed cells of any size, with realistic values."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench.manifests import cell_record, manifest_of
from include.cells.attempt_folder import records_of, seal
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, is_sealed
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.reader import read_bytes, record_of
from include.rawlog.schemas import FAULTS, RECEIVED, SENT, TRANSACTIONS
from include.rawlog.table_writer import write_table

TREATMENTS = ("at-most-once", "at-least-once", "exactly-once")
SIZES = (128, 512, 1024)
PARTITIONS = 9
TRANSACTION_MESSAGES = 1000
BEGAN_NS = 86_400_000_000_000


def read_table(cell: AnyPath, name: str, columns: list[str] | None = None) -> pa.Table:
    """A file of a sealed cell. The bytes of the file are checked, and ``columns`` are decoded (None: all)."""
    content = read_bytes(cell, name, record_of(cell, name, read_manifest(cell)))
    return pq.read_table(pa.BufferReader(content), columns=columns)


def check(cell: AnyPath) -> Manifest:
    """Check the bytes of every file of a sealed cell, and return its manifest."""
    manifest = read_manifest(cell)
    for name, record in manifest.files.items():
        read_bytes(cell, name, record)
    return manifest


def generate(run: Path, cells: int, messages: int, seed: int = 1, duplicates: int = 0) -> Path:
    """A run of ``cells`` sealed cells. In each cell, all of its ``messages`` messages are sent and received.

    Each message is delivered again ``duplicates`` times.
    """
    for order in range(cells):
        folder = run / CELLS_FOLDER / f"cell-{order:05}"
        if not is_sealed(folder):
            generate_cell(folder, order, messages, np.random.default_rng((seed, order)), duplicates)
    return run


def generate_cell(
    folder: Path, order: int, messages: int, random: np.random.Generator, duplicates: int = 0
) -> None:
    """One cell: its four files, and the manifest that seals them."""
    folder.mkdir(parents=True, exist_ok=True)
    semantics = TREATMENTS[order % len(TREATMENTS)]
    transactional = semantics == "exactly-once"
    created = BEGAN_NS + np.cumsum(random.integers(5_000, 30_000, messages))
    acked = created + random.lognormal(16, 0.5, messages).astype(np.int64)
    partition, offset = _places(messages, random)
    received = _receipt_times(acked, partition, random)
    write_table(folder / "sent.parquet", _sent(created, acked, partition, offset, transactional))
    deliveries = [_received(received, partition, offset)] * (1 + duplicates)
    write_table(folder / "received.parquet", pa.concat_tables(deliveries))
    write_table(folder / "transactions.parquet", _transactions(created, transactional))
    write_table(folder / "faults.parquet", FAULTS.empty_table())
    seal(folder, manifest(folder, order, semantics, SIZES[order // len(TREATMENTS) % len(SIZES)]))


def _places(messages: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Partitions and offsets of messages. As with a sticky partitioner, successive ones share a partition."""
    partition = np.repeat(random.integers(0, PARTITIONS, messages // 10 + 1), 10)[:messages]
    offset = np.empty(messages, dtype=np.int64)
    for each in range(PARTITIONS):
        rows = partition == each
        offset[rows] = np.arange(np.count_nonzero(rows))
    return partition, offset


def _receipt_times(acked: np.ndarray, partition: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Times of receipt, later than the acknowledgement and in order within each partition."""
    received = acked + random.lognormal(14, 0.3, acked.size).astype(np.int64)
    for each in range(PARTITIONS):
        rows = np.flatnonzero(partition == each)
        received[rows] = np.maximum.accumulate(received[rows]) + np.arange(rows.size) * 700
    return received


def _sent(
    created: np.ndarray, acked: np.ndarray, partition: np.ndarray, offset: np.ndarray, transactional: bool
) -> pa.Table:
    ids = np.arange(created.size)
    outcome = pa.DictionaryArray.from_arrays(pa.array(np.zeros(ids.size, np.int8)), pa.array(["acked"]))
    transaction = pa.array(ids // TRANSACTION_MESSAGES, pa.int32()) if transactional else pa.nulls(ids.size)
    columns = [ids, partition, offset, created, acked, outcome, transaction, created]
    return pa.table(columns, names=SENT.names).cast(SENT)


def _received(received: np.ndarray, partition: np.ndarray, offset: np.ndarray) -> pa.Table:
    """Rows in the order of receipt. In this order, the ids of different partitions are mixed."""
    ids = np.argsort(received, kind="stable")
    columns = [ids, partition[ids], offset[ids], received[ids], np.zeros(ids.size, np.int16)]
    columns.append(pa.nulls(ids.size, pa.int64()))  # no message is corrupted
    return pa.table(columns, names=RECEIVED.names).cast(RECEIVED)


def _transactions(created: np.ndarray, transactional: bool) -> pa.Table:
    begun = created[::TRANSACTION_MESSAGES] if transactional else created[:0]
    called = begun + 17_000_000
    columns = [
        np.arange(begun.size),
        begun,
        called,
        called + 5_000_000,
        np.full(begun.size, TRANSACTION_MESSAGES),
        pa.array(["committed"] * begun.size).dictionary_encode(),
    ]
    return pa.table(columns, names=TRANSACTIONS.names).cast(TRANSACTIONS)


def manifest(folder: Path, order: int, semantics: str, message_bytes: int) -> Manifest:
    """A manifest for the files in a folder."""
    factors = {"semantics": semantics, "message_bytes": message_bytes}
    cell = cell_record(
        id=folder.name,
        treatment=f"{semantics}.{message_bytes}B",
        block=order // (len(TREATMENTS) * len(SIZES)) + 1,
        order=order,
        factors=factors,
        settings=factors,
    )
    return manifest_of(cell, run_id=folder.parent.parent.name, files=records_of(folder))
