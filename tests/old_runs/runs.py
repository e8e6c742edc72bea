"""Thinned-out runs of every scenario, with the results that the code of the time made of them.

Each folder of ``data`` holds a run: its plan, its cells, attempts where there were any, and ``expected``: its
results and its report. Logs and jobs of the load programs are left out, and the name of the host is made up.
"""

import shutil
from pathlib import Path

import pytest

from include.matrix.plan import Plan, read_plan
from include.spark_jobs import aggregate
from include.spark_jobs.cell import measure_or_reject

FOLDER = Path(__file__).parent / "data"

NAMES = sorted(folder.name for folder in FOLDER.iterdir())


def expected(name: str) -> Path:
    """The folder of the results that were made of a run at the time."""
    return FOLDER / name / "expected"


def copy_of(name: str, runs: Path) -> Path:
    """A copy of a run, without its results, in a folder of runs, under its own id."""
    copy = runs / read_plan(FOLDER / name).run_id
    shutil.copytree(FOLDER / name, copy, ignore=shutil.ignore_patterns("expected"))
    return copy


def measure(run: Path) -> None:
    """Write the results of a run, without Spark, which has tests of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aggregate, "measure_all", lambda cells: [measure_or_reject(cell) for cell in cells])
        aggregate.aggregate(run)


def pending(run: Path, plan: Plan) -> list[str]:
    """The planned cells that are not sealed."""
    return [cell.id for cell in plan.cells if not (run / "cells" / cell.id / "manifest.json").exists()]
