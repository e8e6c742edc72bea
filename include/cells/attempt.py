"""The folder of a cell's attempt; what earlier attempts left is kept aside."""

from include.folders import workplace
from include.rawlog.failure import ATTEMPTS_FOLDER, FAILURE_FILE, Failure
from include.rawlog.manifest import MANIFEST_FILE, Manifest
from include.rawlog.seals import CELLS_FOLDER
from include.rawlog.writer import seal
from include.storage.atomic_write import move, put, put_all
from include.storage.path import AnyPath

OUTPUT_LINES = 20


def set_aside(run: AnyPath, cell: str) -> None:
    """Move what an attempt left to the earlier attempts; a sealed raw log counts no more then."""
    aside = run / ATTEMPTS_FOLDER
    number = _attempts(aside, cell) + 1
    for folder in dict.fromkeys((run / CELLS_FOLDER / cell, workplace(run) / CELLS_FOLDER / cell)):
        if folder.exists():
            move(folder, aside / f"{cell}.{number}")


class Attempt:
    """One try at a cell, in an empty local folder of its own.

    That folder is the cell's in the run, or is put there when the attempt ends: where the run is kept in an
    object store, the load programs still write to a local disk.
    """

    def __init__(self, run: AnyPath, cell: str) -> None:
        """Move away what an earlier attempt left, and make the folder."""
        self.cell = cell
        self.folder = workplace(run) / CELLS_FOLDER / cell
        self._kept = run / CELLS_FOLDER / cell
        self._is_kept_elsewhere = self._kept != self.folder
        set_aside(run, cell)
        self.number = _attempts(run / ATTEMPTS_FOLDER, cell) + 1
        self.folder.mkdir(parents=True)

    def seal(self, manifest: Manifest) -> None:
        """Seal the raw log where the run is kept: the manifest comes last.

        Raises:
            OSError: it can't be written there, and isn't sealed.
        """
        if self._is_kept_elsewhere:
            put_all(sorted(self.folder.iterdir()), self._kept)
            put(self._kept / MANIFEST_FILE, manifest.model_dump_json(indent=2))
            for file in self.folder.glob("*.parquet"):
                file.unlink()
        seal(self.folder, manifest)

    def fail(self, reason: str, program: str | None) -> None:
        """Leave the reason, and the end of the program's output."""
        failure = Failure(
            cell=self.cell,
            attempt=self.number,
            reason=reason,
            program=program,
            output=self._output(program) if program else [],
        )
        (self.folder / FAILURE_FILE).write_text(failure.model_dump_json(indent=2), encoding="utf-8")
        if self._is_kept_elsewhere:
            put_all([self.folder / FAILURE_FILE, *self.folder.glob("*.log")], self._kept)

    def _output(self, program: str) -> list[str]:
        log = self.folder / f"{program}.log"
        text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
        return text.splitlines()[-OUTPUT_LINES:]


def _attempts(aside: AnyPath, cell: str) -> int:
    """How many lie there."""
    return len(list(aside.glob(f"{cell}.*")))
