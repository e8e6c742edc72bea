"""Run a DAG on an Airflow of this command, until the DAG run ends."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from include.local_airflow import service
from include.local_airflow.api import TaskRun
from include.local_airflow.environment import LOCAL, SparkMaster
from include.local_airflow.service import Airflow, AirflowError
from include.processes.guardian import Guardian

LOOK_SECONDS = 0.5
"""The time between two calls of ``look``."""

API_SECONDS = 1.5
"""The time between two requests to Airflow, which load the machine more."""

PARSE_ONCE_SECONDS = 24 * 3600
"""The time between two readings of the DAG files. A second reading would only load the machine."""


@dataclass(frozen=True)
class DagRunResult:
    """A DAG run that has ended, and its failed tasks."""

    dag: str
    dag_run: str
    succeeded: bool
    failed_tasks: list[TaskRun]


@dataclass(frozen=True)
class DagDriver:
    """An Airflow that is ready to run one DAG, and ignores the schedules of DAGs."""

    dag: str
    airflow: Airflow
    guardian: Guardian

    def check_alive(self) -> None:
        """Check that Airflow's processes are alive.

        Raises:
            AirflowError: One of them has ended.
        """
        if not self.guardian.alive():
            raise AirflowError("The guardian process was killed; every process was ended.")
        self.airflow.check()

    def run(self, run_id: str, parameters: dict[str, Any], look: Callable[[], None]) -> DagRunResult:
        """Trigger the DAG for a run, and wait for the end of the DAG run.

        Args:
            run_id: The name of the run.
            parameters: The values of the DAG's form.
            look: Called repeatedly, to show the progress of the run.
        """
        api = self.airflow.api
        dag_run = api.trigger(self.dag, run_id, parameters)
        state, last_request = "", time.monotonic()
        while state not in ("success", "failed"):
            time.sleep(LOOK_SECONDS)
            self.check_alive()
            look()
            if time.monotonic() - last_request >= API_SECONDS:
                last_request = time.monotonic()
                state = api.state(self.dag, dag_run)
        failed_tasks = (
            [] if state == "success" else [t for t in api.task_runs(self.dag, dag_run) if t.state == "failed"]
        )
        return DagRunResult(self.dag, dag_run, state == "success", failed_tasks)


def start_driver(
    guardian: Guardian, dag: str, say: Callable[[str], None], spark: SparkMaster = LOCAL
) -> DagDriver:
    """Start Airflow, and wait until it has read the DAG."""
    airflow = service.start(guardian, PARSE_ONCE_SECONDS, say, spark, schedules=False)
    driver = DagDriver(dag, airflow, guardian)
    airflow.api.wait_until_ready(dag, driver.check_alive)
    airflow.api.fail_interrupted_runs(dag)
    return driver
