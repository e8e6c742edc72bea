"""The folder of an attempt at a cell, with its sealed raw log, and the folders of earlier attempts."""

from hashlib import file_digest
from pathlib import Path

import pyarrow.parquet as pq

from include.cells.runner import remove_security
from include.machine.folders import work_folder
from include.machine.storage.atomic_write import move, put, put_all
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import ATTEMPTS_FOLDER, CELLS_FOLDER, FAILURE_FILE, Failure
from include.rawlog.manifest import MANIFEST_FILE, FileRecord, Manifest
from include.rawlog.schemas import FILES

OUTPUT_LINES = 20
"""``failure.json`` contains this number of lines from the end of the failed program's output."""


def move_to_attempts(run: AnyPath, cell: str) -> None:
    """Move the files of a cell's latest attempt to ``attempts/<cell>.<n>``.

    The cell is then no longer sealed.
    """
    remove_security(work_folder(run) / CELLS_FOLDER / cell)
    attempts = run / ATTEMPTS_FOLDER
    number = _count_attempts(attempts, cell) + 1
    for folder in dict.fromkeys((run / CELLS_FOLDER / cell, work_folder(run) / CELLS_FOLDER / cell)):
        if folder.exists():
            move(folder, attempts / f"{cell}.{number}")


class AttemptFolder:
    """The empty local folder in which an attempt at a cell writes its files.

    In a local run, it is the folder of the cell in the run. If the run is in an object store, it is a folder
    on the local disk, and its files are copied to the object store when the attempt ends.
    """

    def __init__(self, run: AnyPath, cell: str) -> None:
        """Move an earlier attempt to ``attempts``, and create an empty folder for the new attempt."""
        self.cell = cell
        self.folder = work_folder(run) / CELLS_FOLDER / cell
        self._folder_in_run = run / CELLS_FOLDER / cell
        self._is_copied = self._folder_in_run != self.folder
        move_to_attempts(run, cell)
        self.number = _count_attempts(run / ATTEMPTS_FOLDER, cell) + 1
        self.folder.mkdir(parents=True)

    def seal(self, manifest: Manifest) -> None:
        """Seal the raw log in the run; the manifest is written last.

        Raises:
            OSError: The raw log cannot be written, and is not sealed.
        """
        if self._is_copied:
            put_all(sorted(self.folder.iterdir()), self._folder_in_run)
            put(self._folder_in_run / MANIFEST_FILE, manifest.model_dump_json(indent=2))
            for file in self.folder.glob("*.parquet"):
                file.unlink()
        seal(self.folder, manifest)

    def fail(self, reason: str, program: str | None) -> None:
        """Write ``failure.json``: the reason, and the end of the output of the program that failed."""
        failure = Failure(
            cell=self.cell,
            attempt=self.number,
            reason=reason,
            program=program,
            output=self._last_output_lines(program) if program else [],
        )
        (self.folder / FAILURE_FILE).write_text(failure.model_dump_json(indent=2), encoding="utf-8")
        if self._is_copied:
            put_all([self.folder / FAILURE_FILE, *self.folder.glob("*.log")], self._folder_in_run)

    def _last_output_lines(self, program: str) -> list[str]:
        log = self.folder / f"{program}.log"
        text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
        return text.splitlines()[-OUTPUT_LINES:]


def _count_attempts(attempts: AnyPath, cell: str) -> int:
    """The number of earlier attempts at a cell."""
    return len(list(attempts.glob(f"{cell}.*")))


def record_of(path: Path) -> FileRecord:
    """The number of rows, the size in bytes and the SHA-256 checksum of a Parquet file."""
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return FileRecord(rows=pq.read_metadata(path).num_rows, bytes=path.stat().st_size, sha256=digest)


def records_of(cell: Path) -> dict[str, FileRecord]:
    """The rows, size and checksum of each Parquet file in a cell's folder, by the file's name."""
    there = {path.name for path in cell.glob("*.parquet")}
    names = [*(name for name in FILES if name in there), *sorted(there - FILES.keys())]
    return {name: record_of(cell / name) for name in names}


def seal(cell: Path, manifest: Manifest) -> None:
    """Write the manifest as the last file of a cell. A cell with a manifest is sealed."""
    (cell / MANIFEST_FILE).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
