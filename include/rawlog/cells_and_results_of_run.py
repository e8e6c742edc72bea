"""The files of a run that tell which cells are sealed, why a cell failed, and where the results are.

This module is quick to import, because it reads no raw log.

All results that are computed together are in one folder, such as ``results/20261128T182107-4f1c``. The
pointer ``results/current`` refers to this folder, and is switched when the folder is complete. So a reader
that follows the pointer once finds the results of one computation. The former folder stays until the next
replacement, for readers that have followed the pointer before. For users, ``results/cells.csv`` is a link
through the pointer; in an object store, it is a copy. The verdict and the acceptance are in ``results/``.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel

from include.machine.errors import UserError
from include.machine.storage.path import AnyPath, read_link
from include.rawlog.manifest import MANIFEST_FILE

CELLS_FOLDER = "cells"


def is_sealed(cell: AnyPath) -> bool:
    """Whether the cell's folder holds a manifest."""
    return (cell / MANIFEST_FILE).is_file()


def sealed_cells(run: AnyPath) -> Iterator[AnyPath]:
    """The folders of a run's sealed cells, by name."""
    manifests = (run / CELLS_FOLDER).glob(f"*/{MANIFEST_FILE}")
    return iter(sorted((manifest.parent for manifest in manifests), key=lambda cell: cell.name))


def sealed_ids(run: AnyPath) -> set[str]:
    """The ids of a run's sealed cells."""
    return {cell.name for cell in sealed_cells(run)}


def cells_without_raw_log(run: AnyPath) -> list[str]:
    """The sealed cells whose folders hold no table, as in a package without raw logs, by name."""
    cells_with_table = {file.parent.name for file in (run / CELLS_FOLDER).glob("*/*.parquet")}
    return sorted(sealed_ids(run) - cells_with_table)


FAILURE_FILE = "failure.json"

ATTEMPTS_FOLDER = "attempts"
"""The name of a folder next to ``cells/``: ``attempts/<cell id>.<n>/`` contains the files of an earlier
attempt."""


class Failure(BaseModel, frozen=True):
    """The reason why a cell failed. ``<program>.log`` in the cell's folder has a program's whole output."""

    cell: str
    attempt: int
    reason: str
    """The reason in one sentence, for a user."""
    program: str | None = None
    """The load program that failed first; None if none failed."""
    output: list[str] = []


def read_failure(cell: AnyPath) -> Failure:
    """Why the cell with this folder failed.

    Raises:
        FileNotFoundError: The cell did not fail, or its process was killed before it could write the reason.
    """
    return Failure.model_validate_json((cell / FAILURE_FILE).read_bytes())


REPORT_FOLDER = "report"


def report_page(run: AnyPath) -> AnyPath:
    """The page of a run's report."""
    return run / REPORT_FOLDER / "index.html"


RESULTS_FOLDER = "results"

CURRENT = "current"
"""The name of the pointer to the folder of the current results: a symbolic link or, in an object store, an
object that contains the folder's name."""

REJECTED_FILE = "rejected.json"
"""The name of the results file that lists the cells that could not be measured, with the reasons."""


def results_of_run(run: AnyPath) -> AnyPath:
    """The folder with a run's current results. Results that were unpacked are in ``results`` itself.

    The folder may not exist, or may be empty, if the run has no results.
    """
    results = run / RESULTS_FOLDER
    name = read_link(results / CURRENT)
    return results / name if name else results


def has_results(folder: AnyPath) -> bool:
    """Whether a folder that ``results_of_run`` returned holds results: all of them have ``rejected.json``."""
    return (folder / REJECTED_FILE).is_file()


def read_rejected(results: AnyPath) -> dict[str, str]:
    """The reason for each rejected cell; empty where the folder has no results."""
    path = results / REJECTED_FILE
    if not path.is_file():
        return {}
    return {entry["cell"]: entry["reason"] for entry in json.loads(path.read_text(encoding="utf-8"))}


class MissingRawLogsError(UserError):
    """Raw logs are missing that are needed; the message names the run, and says what the user can do."""


def check_measurable(run: AnyPath) -> None:
    """Check that the results of a run can be computed again, and that no measured cell would be lost.

    A cell without its raw log is rejected. So new results would lack its figures, which only the current
    results have.

    Raises:
        MissingRawLogsError: No sealed cell has its raw log, or a cell with figures in the results has none.
    """
    cells = cells_without_raw_log(run)
    if cells and len(cells) == len(sealed_ids(run)):
        raise MissingRawLogsError(
            f"{run}: the run has no raw logs, so it cannot be measured again; its results are kept. "
            "`kerran export --raw` packs a run with its raw logs"
        )
    results = results_of_run(run)
    lost_cells = sorted(set(cells) - read_rejected(results).keys()) if has_results(results) else []
    if lost_cells:
        raise MissingRawLogsError(
            f"{run}: raw logs are missing ({len(lost_cells)} of {len(sealed_ids(run))} cells, such as "
            f"{lost_cells[0]}), and new results would lose the figures of these cells; the results are kept. "
            f"Bring the raw logs back, or move {RESULTS_FOLDER}/ out of the run to measure only the other "
            "cells"
        )


class AttemptEnd(StrEnum):
    """The possible ends of an attempt that does not become the measurement of its cell."""

    REPEATED = "repeated"
    FAILED = "failed"


@dataclass(frozen=True)
class Attempt:
    """An attempt at a cell, and the folder of its files."""

    cell: str
    number: int
    """The number of the attempt, from 1."""
    folder: AnyPath

    @property
    def end(self) -> AttemptEnd:
        """How the attempt ended."""
        return AttemptEnd.REPEATED if is_sealed(self.folder) else AttemptEnd.FAILED

    @property
    def failure(self) -> str:
        """Why the attempt failed; empty if it did not fail, or was killed before it wrote the reason."""
        try:
            return read_failure(self.folder).reason
        except FileNotFoundError:
            return ""


def other_attempts(run: AnyPath) -> list[Attempt]:
    """The attempts that did not become the measurement of their cell, sorted by cell and number.

    If the latest attempt at a cell failed, this attempt is still in the folder of the cell.
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
