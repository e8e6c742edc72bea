"""Run a plan on the private Airflow."""

import time
from collections.abc import Callable
from typing import Any

from include.cli.failed_tasks import FailedTask, failed_tasks
from include.cli.local_airflow.dag_run import DagRunRequest, OneProcessAirflow
from include.machine import folders
from include.plan.plan import Plan
from include.plan.run_id import record_dag
from include.tasks.planning import keep_plan, pending_cells


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
