"""Run a plan on the private Airflow, and describe it in one line."""

import time
from collections.abc import Callable
from typing import Any

from include.cli.failed_tasks import FailedTask, failed_tasks
from include.cli.local_airflow.dag_run import DagRunRequest, OneProcessAirflow
from include.machine import folders
from include.plan.plan import Plan
from include.plan.run_id import record_dag
from include.tasks.planning import keep_plan, pending_cells


def title(plan: Plan) -> str:
    """A line about a run: its experiment, its cells and its subject."""
    pending = len(pending_cells(plan))
    cells = (
        cells_in_words(plan)
        if pending == len(plan.cells)
        else f"{pending} of {len(plan.cells)} cells are left"
    )
    return f"{plan.experiment.title}: {cells}, {subject(plan)}, run {plan.run_id}"


def cells_in_words(plan: Plan) -> str:
    """The number of cells, as a range if the run stops as soon as it is precise: ``30 to 60 cells``."""
    most, until = len(plan.cells), plan.experiment.until
    if until is None:
        return f"{most} cells"
    fewest = sum(cell.block <= plan.experiment.repetitions for cell in plan.cells)
    return f"{fewest} to {most} cells" if fewest < most else f"{most} cells"


def subject(plan: Plan) -> str:
    """The subject of a run: a Kafka release, a user's cluster, or the arms that are compared."""
    if arms := [f"{name} ({arm})" for name, arm in plan.experiment.arms.items()]:
        return " and ".join(arms)
    is_ours = plan.placement.kind.manages_brokers
    kafka = f"Kafka {plan.release}" if is_ours else f"the cluster {plan.placement.cluster}"
    return " and ".join([kafka, *plan.servers])


def run_plan(
    airflow: OneProcessAirflow, dag: str, plan: Plan, parameters: dict[str, Any], look: Callable[[], None]
) -> list[FailedTask] | None:
    """Run a plan to its end, and return the failed tasks; None if the run is complete.

    ``look`` is called repeatedly, to show the progress of the run.

    The run is first assigned to the DAG of the command, because a DAG can complete only its own runs. To
    assign a run, the user needs no permission of Airflow, because the user has access to the folder of runs.
    """
    keep_plan(plan)
    folder, began, cells = folders.RUNS / plan.run_id, time.time(), pending_cells(plan)
    record_dag(folder, dag)
    tasks = airflow.run(DagRunRequest(dag, plan.run_id, parameters), look)
    return None if tasks is None else failed_tasks(tasks, folder, cells, began)
