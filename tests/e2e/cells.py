"""Small plans, and their cells on real brokers."""

from pathlib import Path
from typing import Any

from include.cells.process_runner import ProcessRunner
from include.cells.run import run_cell
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.matrix.experiment import Experiment
from include.matrix.placement import Placement
from include.matrix.plan import Plan
from include.matrix.planning import DEFAULT_PLACEMENT, make_plan, write_plan


def plan_of(
    run: Path,
    factors: dict[str, list[Any]],
    scenario: str = "delivery",
    placement: Placement = DEFAULT_PLACEMENT,
    **constants: Any,
) -> Plan:
    """A plan of one repetition, written into a new run folder."""
    experiment = Experiment(
        name="small",
        title="A small experiment",
        question="Does it work?",
        scenario=scenario,
        factors=factors,
        constants={"messages": 2000, "message_bytes": 256, **constants},
        repetitions=1,
        seed=1,
    )
    plan = make_plan(experiment, run.name, placement)
    write_plan(run, plan)
    return plan


def run_only_cell(run: Path, plan: Plan, cluster: Cluster, runner: Runner | None = None) -> Path:
    """Run the only cell of a plan, by default with load programs as processes, and return its folder."""
    (cell,) = plan.cells
    assert run_cell(run, plan, cell, cluster, runner or ProcessRunner(cluster.access))
    return run / "cells" / cell.id
