"""Read the manifest of a sealed cell, or say what is wrong with it."""

from collections.abc import Iterator
from textwrap import shorten

from pydantic import ValidationError

from include.matrix.validation_errors import first_problem, problems_of
from include.metrics.registry import COLUMNS
from include.rawlog.attempts import cell_of, manifest_file
from include.rawlog.manifest import CellRecord, Manifest
from include.rawlog.reader import BrokenRawLogError
from include.registry import UnknownNameError
from include.scenarios.registry import settings_of
from include.spark_jobs.cell_identity import IDENTITY
from include.storage.path import AnyPath

MAX_CHARACTERS = 300
"""The longest message: a wrong value may be a whole manifest."""


def checked_manifest(cell: AnyPath) -> Manifest:
    """The manifest of a sealed cell, or of a failed attempt.

    Raises:
        BrokenRawLogError: The manifest is missing or wrong; the message names the key and the value, and what
            is right.
    """
    path = manifest_file(cell)
    try:
        manifest = Manifest.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise BrokenRawLogError(f"{path}: the manifest is missing, so that the cell is not sealed") from None
    except ValidationError as error:
        raise BrokenRawLogError(f"{path}: {shorten(first_problem(error), MAX_CHARACTERS)}") from None
    for problem in _problems(cell_of(cell), manifest.cell):
        raise BrokenRawLogError(f"{path}: {problem}")
    return manifest


def _problems(folder: str, cell: CellRecord) -> Iterator[str]:
    """Yield what is wrong with the record of the cell in a folder of this name."""
    if cell.id != folder:
        yield f"cell.id: {cell.id!r} should be {folder!r}, the name of the folder"
    for factor in cell.factors:
        if factor in IDENTITY or factor in COLUMNS:
            yield f"cell.factors: {factor!r} should be a setting, not another column of the results"
    try:
        settings_of(cell.settings)
    except UnknownNameError as error:
        yield f"cell.settings.scenario: {error}"
    except ValidationError as error:
        yield shorten(f"cell.settings.{problems_of(error)[0]}", MAX_CHARACTERS)
