from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from include.cells.attempt_folder import AttemptFolder
from include.cells.run_cell import NO_HISTORY
from include.matrix.conditions import Conditions
from include.matrix.load import load
from include.matrix.plan import Plan
from include.matrix.planning import make_plan
from include.matrix.treatment import Cell
from include.rawlog.cells_and_results_of_run import is_sealed, sealed_ids
from include.rawlog.manifest import Manifest, read_manifest
from include.tasks import cell
from include.tasks.cell import run_until_valid
from tests.verdicts.cells import manifest

PLAN = make_plan(load("quick"), "run")
CELL = PLAN.cells[0].model_copy(update={"id": "a"})
FIT = manifest()
CROWDED = manifest(machine={"cpu_others": 9.0})
FULL = manifest(machine={"disk_free_bytes": 0})


def measure(run: Path, monkeypatch: pytest.MonkeyPatch, *manifests: Manifest, attempts: int = 3) -> None:
    """Measure a cell whose attempts leave these manifests, one after another."""
    remaining: Iterator[Manifest] = iter(manifests)

    def run_cell(run: Path, _plan: Plan, cell: Cell, *_: Any) -> Manifest | None:
        if is_sealed(run / "cells" / cell.id):
            return None
        attempt = AttemptFolder(run, cell.id)
        sealed = next(remaining).model_copy(update={"attempt": attempt.number})
        attempt.seal(sealed)
        return sealed

    monkeypatch.setattr(cell, "run_cell", run_cell)
    plan = PLAN.model_copy(update={"conditions": Conditions(attempts=attempts)})
    run_until_valid(run, plan, CELL, cast("Any", None), cast("Any", None), NO_HISTORY)
    assert next(remaining, None) is None


def test_an_invalid_cell_is_measured_again_which_is_logged_and_both_attempts_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    measure(tmp_path, monkeypatch, CROWDED, FIT)
    assert read_manifest(tmp_path / "cells" / "a").attempt == 2
    assert read_manifest(tmp_path / "attempts" / "a.1").machine.cpu_others == 9.0
    assert sealed_ids(tmp_path) == {"a"}
    assert [record.getMessage() for record in caplog.records] == [
        "Attempt 1 is invalid: others took 45% of the CPU; 25% at most. The cell is measured again."
    ]


@pytest.mark.parametrize(
    ("left", "most", "seconds", "last"),
    [
        pytest.param([CROWDED, CROWDED, CROWDED], 3, 600, 3, id="the attempts are used up"),
        pytest.param([CROWDED], 1, 600, 1, id="the plan has one attempt"),
        pytest.param([FULL], 3, 600, 1, id="the cause is permanent"),
        pytest.param([CROWDED], 3, 0, 1, id="the cell took too long"),
    ],
)
def test_the_last_attempt_stays_where_another_is_not_permitted_or_would_not_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: list[Manifest], most: int, seconds: int, last: int
) -> None:
    monkeypatch.setenv("KERRAN_ATTEMPTS", "3")
    monkeypatch.setattr(cell, "MAX_REPEATED_SECONDS", seconds)
    measure(tmp_path, monkeypatch, *left, attempts=most)
    assert read_manifest(tmp_path / "cells" / "a").attempt == last
    earlier = [path.name for path in tmp_path.glob("attempts/*")]
    assert sorted(earlier) == [f"a.{number}" for number in range(1, last)]
