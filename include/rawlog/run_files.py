"""The files of a run that tell which cells are sealed, why a cell failed, and where the results are.

This module is quick to import: it reads no raw log.

New results are copied to a folder of their own. Its list, which is written last, makes them the results of
the run; only then they replace the former ones, file by file, and the list is removed when all have. A reader
thus finds the former results or the new ones, wherever the replacement stopped.
"""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from include.rawlog.manifest import MANIFEST_FILE
from include.storage.path import AnyPath

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


FAILURE_FILE = "failure.json"

ATTEMPTS_FOLDER = "attempts"
"""Beside ``cells/``: ``attempts/<cell id>.<n>/`` keeps the files of earlier attempts."""


class Failure(BaseModel):
    """Why a cell failed. The whole output of each program is beside it in ``<program>.log``."""

    model_config = ConfigDict(frozen=True)

    cell: str
    attempt: int
    reason: str
    """One sentence for a user."""
    program: str | None = None
    """The load program that failed first; None where none failed."""
    output: list[str] = []


def read_failure(cell: AnyPath) -> Failure:
    """Why the cell with this folder failed.

    Raises:
        FileNotFoundError: The cell did not fail, or its process was killed before it could write the reason.
    """
    return Failure.model_validate_json((cell / FAILURE_FILE).read_bytes())


RESULTS_FOLDER = "results"

NEW_RESULTS_FOLDER = "results.unfinished"

LIST_FILE = "files.json"
"""The names of the new results: a JSON array."""


def results_of_run(run: AnyPath) -> AnyPath:
    """The folder with the results of a run: the new ones if all of them are there."""
    replacing = run / NEW_RESULTS_FOLDER
    return replacing if (replacing / LIST_FILE).exists() else run / RESULTS_FOLDER
