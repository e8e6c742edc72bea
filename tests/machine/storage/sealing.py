"""Cells as their attempts leave them, of raw logs that were made before."""

import shutil
from pathlib import Path

import numpy as np

from bench.raw_logs import generate_cell
from include.cells import attempt_folder
from include.cells.attempt_folder import AttemptFolder
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER
from include.rawlog.manifest import read_manifest
from include.rawlog.schemas import FILES


def generated(folder: Path, plan: Plan, messages: int = 300) -> Path:
    """Sealed raw logs of all the plan's cells."""
    factors = {treatment.id: treatment.factors for treatment in plan.treatments}
    for cell in plan.cells:
        raw_log = folder / CELLS_FOLDER / cell.id
        generate_cell(raw_log, cell.order, messages, np.random.default_rng(cell.order))
        manifest = read_manifest(raw_log)
        planned = {"treatment": cell.treatment, "block": cell.block, "factors": factors[cell.treatment]}
        record = manifest.cell.model_copy(update=planned)
        attempt_folder.seal(raw_log, manifest.model_copy(update={"cell": record}))
    return folder


def attempt_of(run: AnyPath, raw_log: Path) -> AttemptFolder:
    """An attempt whose load programs left that raw log, and is not sealed yet."""
    attempt = AttemptFolder(run, raw_log.name)
    for name in FILES:
        shutil.copy(raw_log / name, attempt.folder)
    (attempt.folder / "producer.log").write_text("sent all\n")
    return attempt


def seal(run: AnyPath, raw_log: Path) -> AttemptFolder:
    folder = attempt_of(run, raw_log)
    folder.seal(read_manifest(raw_log))
    return folder
