"""Run a DAG on an Airflow of this command's own, and follow it to its end."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from include import folders
from include.cli.dag_watch import follow
from include.cli.progress import Run
from include.cli.run_summary import FailedTask, failed_tasks
from include.cli.screen import Screen
from include.cli.spark import LOCAL, Spark
from include.local_airflow import service
from include.local_airflow.service import Airflow, AirflowError
from include.matrix.plan import Plan
from include.processes.guardian import Guardian
from include.tasks import pools
from include.tasks.planning import pending

ONCE = 24 * 3600
"""Seconds between two readings of the DAG file: a second one would only load the machine."""


@dataclass(frozen=True)
class Ended:
    """A DAG run that ended, and its tasks that failed."""

    complete: bool
    failed: list[FailedTask]


@dataclass(frozen=True)
class Driver:
    """An Airflow that is ready to run a DAG, and nothing else: what is scheduled waits."""

    dag: str
    airflow: Airflow
    guardian: Guardian

    def still_alive(self) -> None:
        """Make sure that it lives.

        Raises:
            AirflowError: it doesn't.
        """
        if not self.guardian.alive():
            raise AirflowError("the guardian process was killed; everything was ended")
        self.airflow.check()

    def drive(
        self, plan: Plan, parameters: dict[str, Any], display: Screen, partition: str | None = None
    ) -> Ended:
        """Trigger the DAG for a plan, and follow it to its end."""
        api, cells = self.airflow.api, pending(plan)
        run = Run(folders.RUNS / plan.run_id, plan, time.time())
        dag_run = api.trigger(self.dag, plan.run_id, parameters, partition)
        state = follow(api, self.dag, dag_run, run, display, self.still_alive)
        if state == "success":
            return Ended(complete=True, failed=[])
        return Ended(False, failed_tasks(self.dag, dag_run, api.task_runs(self.dag, dag_run), cells))


def ready(guardian: Guardian, dag: str, say: Callable[[str], None], spark: Spark = LOCAL) -> Driver:
    """Start Airflow; return when it knows the DAG.

    Raises:
        AirflowError: it can't be started.
        DatabaseError: its database can't be made.
        TimeoutError: it doesn't get ready.
    """
    airflow = service.start(guardian, ONCE, say, spark, schedules=False)
    driver = Driver(dag, airflow, guardian)
    airflow.api.wait_until_ready(dag, driver.still_alive)
    airflow.api.make_pool(pools.OWN, slots=1)
    airflow.api.fail_interrupted(dag)
    return driver
