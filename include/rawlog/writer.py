"""Seal a raw log: the sizes and checksums of its files, and the manifest."""

from hashlib import file_digest
from pathlib import Path

import pyarrow.parquet as pq

from include.rawlog.manifest import MANIFEST_FILE, FileRecord, Manifest
from include.rawlog.schemas import FILES


def record_of(path: Path) -> FileRecord:
    """Rows, size and checksum of a file on disk."""
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return FileRecord(rows=pq.read_metadata(path).num_rows, bytes=path.stat().st_size, sha256=digest)


def records_of(cell: Path) -> dict[str, FileRecord]:
    """The records of all files of a raw log: every Parquet file in the cell's folder."""
    there = {path.name for path in cell.glob("*.parquet")}
    ordered = [*(name for name in FILES if name in there), *sorted(there - FILES.keys())]
    return {name: record_of(cell / name) for name in ordered}


def seal(cell: Path, manifest: Manifest) -> None:
    """Write the manifest, the last file: from now on the cell counts."""
    (cell / MANIFEST_FILE).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
