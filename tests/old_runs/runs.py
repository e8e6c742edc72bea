"""Thinned-out runs of every scenario, with the results that the code of the time made of them.

Each folder of ``data`` holds a run: its plan, its cells, attempts where there were any, and ``expected``: its
results and its report. Logs and jobs of the load programs are left out, and the name of the host is made up.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from include.matrix.plan import Plan, read_plan
from include.rawlog.manifest import Manifest
from include.verdicts import validity
from include.verdicts.validity import ValidityRule
from include.verdicts.validity_rules import machine, warm_brokers
from tests.spark_jobs.without_spark import measure_run

FOLDER = Path(__file__).parent / "data"

COLD = (warm_brokers.still_compiling, warm_brokers.warm_up_too_short)

FORMER_MAX_STEAL_SHARE = 0.05

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
    """Write the results of a run, without Spark, which has tests of its own.

    At the time, the cold brokers of a short run made no cell invalid; that they do now has a test of its own.
    So has the limit of what the hypervisor may take, which was higher.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "MAX_STEAL_SHARE", FORMER_MAX_STEAL_SHARE)
        patch.setattr(validity, "RULES", [with_exemption(rule) for rule in validity.RULES])
        measure_run(run)


def with_exemption(rule: ValidityRule) -> ValidityRule:
    """The rule as it was: brokers were not cold in a run without arms that was too short for a warm-up."""

    def reason(manifest: Manifest) -> str | None:
        was_short = manifest.warm_up is not None and (manifest.warm_up.longest or 0) < 120
        is_exempt = rule.reason in COLD and was_short and "arm" not in manifest.cell.factors
        return None if is_exempt else rule.reason(manifest)

    return replace(rule, reason=reason)


def pending(run: Path, plan: Plan) -> list[str]:
    """The planned cells that are not sealed."""
    return [cell.id for cell in plan.cells if not (run / "cells" / cell.id / "manifest.json").exists()]
