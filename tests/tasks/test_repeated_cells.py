from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from include.cells.attempt_folder import AttemptFolder
from include.cells.run_cell import NO_HISTORY
from include.machine.errors import CellError, PlatformError
from include.plan.conditions import Conditions
from include.plan.load import load
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.treatment import Cell
from include.rawlog.cells_and_results_of_run import is_sealed, sealed_ids
from include.rawlog.manifest import Manifest, read_manifest
from include.tasks import cell
from include.tasks.cell import run_until_measured
from tests.verdicts.cells import manifest

PLAN = make_plan(load("quick"), "run")
CELL = PLAN.cells[0].model_copy(update={"id": "a"})
FIT = manifest()
NOISY = manifest(machine={"cpu_others": 9.0, "cpu_steal": 3.0})
SUSPENDED = manifest(clock={"ended_wall_ns": 10**10})
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
    run_until_measured(run, plan, CELL, cast("Any", None), cast("Any", None), NO_HISTORY)
    assert next(remaining, None) is None


def test_an_invalid_cell_is_measured_again_which_is_logged_and_both_attempts_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    measure(tmp_path, monkeypatch, SUSPENDED, FIT)
    assert read_manifest(tmp_path / "cells" / "a").attempt == 2
    assert read_manifest(tmp_path / "attempts" / "a.1").clock.ended_wall_ns == 10**10
    assert sealed_ids(tmp_path) == {"a"}
    (record,) = caplog.records
    assert "Attempt 1 is invalid: the wall clock advanced" in record.getMessage()


def test_a_noisy_cell_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(tmp_path, monkeypatch, NOISY)
    assert read_manifest(tmp_path / "cells" / "a").attempt == 1


class Usable:
    """A cluster whose brokers run, or not."""

    def __init__(self, is_running: bool) -> None:
        self.is_running = is_running

    def check(self) -> None:
        if not self.is_running:
            raise PlatformError("broker 2 ended")


@pytest.mark.parametrize(("is_running", "attempts"), [(True, 2), (True, 1), (False, 2)])
def test_a_failed_attempt_is_repeated_while_the_brokers_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_running: bool, attempts: int
) -> None:
    numbers = []

    def fail_once(run: Path, _plan: Plan, failing: Cell, *_: Any) -> Manifest:
        attempt = AttemptFolder(run, failing.id)
        numbers.append(attempt.number)
        if attempt.number == 1:
            attempt.fail("the producer ended", None)
            raise CellError("the producer ended")
        attempt.seal(FIT)
        return FIT

    monkeypatch.setattr(cell, "run_cell", fail_once)
    plan = PLAN.model_copy(update={"conditions": Conditions(attempts=attempts)})
    arguments: tuple[Any, ...] = (plan, CELL, Usable(is_running), None, NO_HISTORY)
    if is_running and attempts == 2:
        run_until_measured(tmp_path, *arguments)
        assert (numbers, sealed_ids(tmp_path)) == ([1, 2], {"a"})
    else:
        with pytest.raises(CellError, match="the producer ended"):
            run_until_measured(tmp_path, *arguments)
        assert numbers == [1]


@pytest.mark.parametrize(
    ("left", "most", "seconds", "last"),
    [
        pytest.param([SUSPENDED, SUSPENDED, SUSPENDED], 3, 600, 3, id="the attempts are used up"),
        pytest.param([SUSPENDED], 1, 600, 1, id="the plan has one attempt"),
        pytest.param([FULL], 3, 600, 1, id="the cause is permanent"),
        pytest.param([SUSPENDED], 3, 0, 1, id="the cell took too long"),
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
