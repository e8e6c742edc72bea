import os
import signal
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import psutil
import pytest

from bench.raw_logs import check, read_table
from include.cells.process_runner import ProgramProcess
from include.cells.program_container import ProgramContainer
from include.cells.run_cell import run_cell
from include.cells.runner import RunningProgram
from include.machine.containers.engine import engine
from include.machine.containers.labels import RUN
from include.machine.errors import CellError, PlatformError
from include.rawlog.cells_and_results_of_run import is_sealed, read_failure
from tests.e2e.acting_runner import ActingRunner
from tests.e2e.cells import plan_of
from tests.e2e.conftest import CellEnvironment, on_embedded_brokers

pytestmark = pytest.mark.brokers


def kill(program: RunningProgram) -> None:
    """Kill a load program as if from outside."""
    if isinstance(program, ProgramContainer):
        engine().containers.get(program.id).kill("SIGKILL")
    elif isinstance(program, ProgramProcess):
        os.kill(program.pid, signal.SIGKILL)


def test_a_killed_producer_fails_the_cell_and_another_attempt_starts_clean(
    run: Path, environment: CellEnvironment
) -> None:
    plan = plan_of(run, {"semantics": ["at-least-once"]}, rate=2000)
    (cell,) = plan.cells
    folder = run / "cells" / cell.id
    children_before, containers_before = children(), containers(environment)
    with pytest.raises(CellError, match="producer was ended by signal 9"):
        run_cell(run, plan, cell, environment.cluster, ActingRunner(environment.runner(), kill))
    assert not is_sealed(folder)
    assert read_failure(folder).program == "producer"
    assert children() <= children_before
    assert containers(environment) <= containers_before
    assert run_cell(run, plan, cell, environment.cluster, environment.runner())
    assert check(folder).attempt == 2
    assert sorted(read_table(folder, "received.parquet")["id"].to_pylist()) == list(range(2000))
    assert read_failure(run / "attempts" / f"{cell.id}.1").attempt == 1


def children() -> set[int]:
    """The processes that this one, or one of its children, started."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


def containers(environment: CellEnvironment) -> set[str]:
    """The containers of load programs, also those that have ended: those of a killed test run stay."""
    if environment.runner().record().kind != "container":
        return set()
    listed = engine().containers.list(all=True, filters={"label": f"{RUN}=tests"})
    return {str(container.id) for container in listed}


@on_embedded_brokers
@pytest.mark.parametrize("checks", [0, 1])
def test_a_cell_that_lost_a_broker_before_it_began_or_while_it_ran_is_not_sealed(
    run: Path, environment: CellEnvironment, monkeypatch: pytest.MonkeyPatch, checks: int
) -> None:
    answers = chain([None] * checks, repeat(PlatformError("broker 2 is gone")))
    monkeypatch.setattr(environment.cluster, "check", Mock(side_effect=answers))
    plan = plan_of(run, {"semantics": ["at-least-once"]})
    (cell,) = plan.cells
    with pytest.raises(CellError, match="broker 2 is gone"):
        run_cell(run, plan, cell, environment.cluster, environment.runner())
    assert not is_sealed(run / "cells" / cell.id)
    assert read_failure(run / "cells" / cell.id).reason == "broker 2 is gone"
