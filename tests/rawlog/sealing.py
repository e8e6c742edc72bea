"""Seal raw logs of literal rows, and changed copies of raw logs."""

import json
import shutil
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench.raw_logs import manifest, read_table
from include.cells.attempt_folder import seal
from include.rawlog.manifest import MANIFEST_FILE
from include.rawlog.schemas import FILES
from include.rawlog.table_writer import write_table

Rows = Sequence[tuple[Any, ...]]


def seal_rows(folder: Path, sent: Rows = (), received: Rows = (), transactions: Rows = ()) -> Path:
    """Seal a cell of 1 KiB messages whose files contain these rows."""
    folder.mkdir(parents=True)
    rows = {"sent.parquet": sent, "received.parquet": received, "transactions.parquet": transactions}
    for name, schema in FILES.items():
        write_table(folder / name, table(rows.get(name, ()), schema))
    return seal_again(folder, message_bytes=1024)


def seal_again(folder: Path, message_bytes: int, **settings: Any) -> Path:
    """Write a manifest for the files in a folder; the cell has these settings too."""
    written = manifest(folder, order=0, semantics="at-least-once", message_bytes=message_bytes)
    cell = written.cell.model_copy(update={"settings": {**written.cell.settings, **settings}})
    seal(folder, written.model_copy(update={"cell": cell}))
    return folder


def table(rows: Rows, schema: pa.Schema) -> pa.Table:
    """Literal rows as a file of the raw log; columns after the last that rows have are null."""
    full = [(*row, *[None] * (len(schema) - len(row))) for row in rows]
    columns = zip(*full, strict=True) if rows else [[] for _ in schema]
    arrays = [pa.array(column).cast(field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.table(arrays, schema=schema)


def copy_with_received(cell: Path, name: str, change: Callable[[pa.Table], pa.Table]) -> Path:
    """A sealed copy of a cell in a folder beside it, with a changed received log and its own treatment."""
    copy = cell.parent / name
    shutil.copytree(cell, copy)
    write_table(copy / "received.parquet", change(read_table(cell, "received.parquet")))
    return seal_again(copy, message_bytes=100)


def edit_manifest(cell: Path, change: Callable[[dict[str, Any]], object]) -> None:
    manifest = json.loads((cell / MANIFEST_FILE).read_bytes())
    change(manifest)
    (cell / MANIFEST_FILE).write_text(json.dumps(manifest))


def replace_file(cell: Path, name: str, content: bytes) -> None:
    """Replace a file of a sealed cell, and seal it as if it had been written so."""
    (cell / name).write_bytes(content)
    record = {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
    edit_manifest(cell, lambda manifest: manifest["files"][name].update(record))


def seal_attempt(run: Path, cell: str, number: int, sent: Rows = (), received: Rows = ()) -> Path:
    """A repeated attempt at a cell: its raw log is sealed, and in the folder of attempts."""
    folder = seal_rows(run / "attempts" / f"{cell}.{number}", sent, received)
    edit_manifest(folder, lambda manifest: manifest.update(attempt=number))
    edit_manifest(folder, lambda manifest: manifest["cell"].update(id=cell))
    return folder
