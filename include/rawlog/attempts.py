"""The attempts at the cells of a run that did not become the measurement of their cell.

Such an attempt was *repeated*, because it was invalid, or *failed*. The raw log of a repeated attempt is
sealed by a manifest; a failed attempt has no raw log.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from include.rawlog.run_files import ATTEMPTS_FOLDER, CELLS_FOLDER, FAILURE_FILE, is_sealed, read_failure
from include.storage.path import AnyPath


class AttemptEnd(StrEnum):
    """How an attempt ended that is not the measurement of its cell."""

    REPEATED = "repeated"
    FAILED = "failed"


@dataclass(frozen=True)
class Attempt:
    """An attempt at a cell, and the folder of its files."""

    cell: str
    number: int
    """From 1 for the first attempt at the cell."""
    folder: AnyPath

    @property
    def end(self) -> AttemptEnd:
        """How the attempt ended."""
        return AttemptEnd.REPEATED if is_sealed(self.folder) else AttemptEnd.FAILED

    @property
    def failure(self) -> str:
        """Why the attempt failed; empty if it did not, or was killed before it could write the reason."""
        try:
            return read_failure(self.folder).reason
        except FileNotFoundError:
            return ""


def other_attempts(run: AnyPath) -> list[Attempt]:
    """The attempts of a run that are not the measurement of their cell, by cell and number.

    The latest attempt at a cell, if it failed, is still in the folder of the cell.
    """
    return sorted([*_moved(run), *_failed_in_place(run)], key=lambda attempt: (attempt.cell, attempt.number))


def cell_of(folder: AnyPath) -> str:
    """The id of the cell to which the raw log in a folder belongs."""
    return folder.name.rpartition(".")[0] if folder.parent.name == ATTEMPTS_FOLDER else folder.name


def _moved(run: AnyPath) -> Iterator[Attempt]:
    for folder in (run / ATTEMPTS_FOLDER).glob("*"):
        cell, _, number = folder.name.rpartition(".")
        if number.isdecimal():
            yield Attempt(cell, int(number), folder)


def _failed_in_place(run: AnyPath) -> Iterator[Attempt]:
    for file in (run / CELLS_FOLDER).glob(f"*/{FAILURE_FILE}"):
        if not is_sealed(file.parent):
            yield Attempt(file.parent.name, read_failure(file.parent).attempt, file.parent)
