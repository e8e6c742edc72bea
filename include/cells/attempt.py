"""The folder of a cell's attempt; what earlier attempts left is kept aside."""

from pathlib import Path

from include.rawlog.failure import ATTEMPTS_FOLDER, FAILURE_FILE, Failure
from include.rawlog.reader import CELLS_FOLDER

OUTPUT_LINES = 20


class Attempt:
    """One try at a cell, in an empty folder of its own."""

    def __init__(self, run: Path, cell: str) -> None:
        """Move away what an earlier attempt left, and make the folder."""
        self.cell = cell
        self.folder = run / CELLS_FOLDER / cell
        aside = run / ATTEMPTS_FOLDER
        self.number = 1 + len(list(aside.glob(f"{cell}.*")))
        if self.folder.exists():
            aside.mkdir(exist_ok=True)
            self.folder.rename(aside / f"{cell}.{self.number}")
            self.number += 1
        self.folder.mkdir(parents=True)

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

    def _output(self, program: str) -> list[str]:
        log = self.folder / f"{program}.log"
        text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
        return text.splitlines()[-OUTPUT_LINES:]
