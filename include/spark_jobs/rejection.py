"""Measure a cell, or reject it with the reason: one odd cell must not take the others' results with it."""

from pathlib import Path
from traceback import extract_tb

from include.folders import ROOT
from include.rawlog.reader import BrokenRawLogError
from include.spark_jobs.cell import MeasuredCell, RejectedCell, measure_cell
from include.spark_jobs.cell_tables import check_fit
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of


def measure_or_reject(folder: str) -> MeasuredCell | RejectedCell:
    """Measure the cell in a folder, or reject it, whatever is wrong with it.

    Raises:
        StorageError: the cell cannot be reached.
    """
    cell = path_of(folder)
    try:
        measured = measure_cell(cell)
        check_fit(measured)  # what does not fit into the results must be found here, while it is alone
    except StorageError:
        raise
    except (BrokenRawLogError, OSError) as error:
        return RejectedCell(cell.name, str(error))
    except Exception as error:
        return RejectedCell(cell.name, defect(cell, error))
    return measured


def defect(cell: AnyPath, error: Exception) -> str:
    """The reason for an exception that no check of the raw log expects: its type, its text and its place."""
    return (
        f"{cell}: a defect of Kerran, which could not measure this cell: {type(error).__name__}: {error} "
        f"({_place(error)}). Please report it, with the cell's folder"
    )


def _place(error: Exception) -> str:
    """Where an exception was raised: the innermost line of the project itself."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT / "include")]
    frame = (own or frames)[-1]
    path = Path(frame.filename)
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{shown}:{frame.lineno}, in {frame.name}"
