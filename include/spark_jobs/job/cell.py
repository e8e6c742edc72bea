"""Measure one sealed cell: read its folder, and compute its part of the results.

A cell that cannot be measured is rejected with the reason, so that the results of other cells are kept.
"""

import math
from pathlib import Path
from traceback import extract_tb

from include.machine.folders import ROOT
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath, path_of
from include.rawlog.reader import BrokenRawLogError
from include.spark_jobs.job.checks import PlannedCells, checked_manifest
from include.spark_jobs.measures.cell_measures import measured
from include.spark_jobs.measures.rawcell import read_cell
from include.spark_jobs.results.cell_and_attempt_tables import check_fit
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.tables.registry import rows_of
from include.verdicts import guarantee, validity


def measure_or_reject(folder: str, planned: PlannedCells | None = None) -> MeasuredCell | RejectedCell:
    """Measure the cell in a folder, or reject it with the reason why it cannot be measured.

    Raises:
        StorageError: The cell cannot be reached.
    """
    cell = path_of(folder)
    try:
        measured_cell = measure_cell(cell, planned)
        check_fit(measured_cell)  # a cell that does not fit the results must be found while it is alone
    except StorageError:
        raise
    except (BrokenRawLogError, OSError) as error:
        return RejectedCell(cell.name, str(error))
    except Exception as error:
        return RejectedCell(cell.name, defect(cell, error))
    return measured_cell


def measure_cell(folder: AnyPath, planned: PlannedCells | None = None) -> MeasuredCell:
    """Check and measure a sealed cell. ``planned`` are the cells of the run's plan; None without a plan."""
    manifest = checked_manifest(folder, planned)
    cell, broken_rules = read_cell(folder, manifest), validity.broken_rules(manifest)
    metrics = {
        name: None if value is None or math.isnan(value) else value  # NaN: there was nothing to measure
        for name, value in measured(cell).items()
    }
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        guarantee=guarantee.judge(cell.settings, metrics),
        factors=manifest.cell.factors,
        metrics=metrics,
        tables=rows_of(cell),
        invalid_because=[reason for _, reason in broken_rules],
        broken_rules=[rule.name for rule, _ in broken_rules],
        attempt=manifest.attempt,
        start=manifest.start.number if manifest.start else None,
    )


def defect(cell: AnyPath, error: Exception) -> str:
    """The reason for a rejection after an unexpected exception: the exception's type, message and place."""
    return (
        f"{cell}: Kerran could not measure this cell because of a defect in Kerran: {type(error).__name__}: "
        f"{error} ({_place(error)}). Please report it, with the cell's folder"
    )


def _place(error: Exception) -> str:
    """The place where an exception was raised: the innermost line of Kerran's own code."""
    frames = extract_tb(error.__traceback__)
    project_frames = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT / "include")]
    frame = (project_frames or frames)[-1]
    path = Path(frame.filename)
    short_path = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{short_path}:{frame.lineno}, in {frame.name}"
