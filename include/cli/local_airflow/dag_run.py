"""A DAG run of a command, in one process of Airflow beside the command.

The process (``dags.wiring.one_process``) takes a request, and leaves an outcome. Both are files in Airflow's
home.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from include.cli.local_airflow import service
from include.cli.local_airflow.environment import HOME, LOCAL, SparkMaster, environment, write_private
from include.machine.errors import AirflowError
from include.machine.processes.guardian import Guardian, Start
from include.machine.processes.started_processes import end_of_log

REQUEST = HOME / "request.json"
OUTCOME = HOME / "outcome.json"

COMMAND = [sys.executable, "-m", "dags.wiring.one_process"]

PROCESS = "airflow"
"""The name of the process, and of its log."""

LOOK_SECONDS = 0.5
"""The time between two looks at the process, and at the progress of the run."""


@dataclass(frozen=True)
class DagRunRequest:
    """The DAG run to make: a DAG of the file of the same name, the values of its form, and a name.

    If there is a DAG run of this name, the new one is named ``<name>.2``, and so on.
    """

    dag: str
    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class FailedTaskRun:
    """A failed task instance of a DAG run, at its last attempt.

    ``map_index`` is -1 if the task is not mapped. The rendered name of a mapped task instance is left out:
    Airflow forgets it when the task is killed.
    """

    dag: str
    dag_run: str
    task: str
    map_index: int
    attempt: int

    @property
    def is_mapped(self) -> bool:
        """Whether this is an instance of a mapped task."""
        return self.map_index >= 0


@dataclass(frozen=True)
class DagRunOutcome:
    """The end of a DAG run: whether it succeeded, and the failed task instances."""

    is_success: bool
    failed: list[FailedTaskRun]


def read_request() -> DagRunRequest:
    """The request that a command has written."""
    return DagRunRequest(**json.loads(REQUEST.read_text(encoding="utf-8")))


def write_outcome(outcome: DagRunOutcome) -> None:
    """Write the outcome, for the command."""
    write_private(OUTCOME, json.dumps(asdict(outcome)))


def _read_outcome() -> DagRunOutcome | None:
    if not OUTCOME.exists():
        return None
    record = json.loads(OUTCOME.read_text(encoding="utf-8"))
    return DagRunOutcome(record["is_success"], [FailedTaskRun(**task) for task in record["failed"]])


@dataclass(frozen=True)
class OneProcessAirflow:
    """Airflow in one process for each DAG run, whose tasks use a Spark master."""

    guardian: Guardian
    say: Callable[[str], None]
    """Reports slow steps."""
    spark: SparkMaster = LOCAL

    def run(self, request: DagRunRequest, look: Callable[[], None]) -> list[FailedTaskRun] | None:
        """Make a DAG run, and wait until it ends.

        ``look`` is called repeatedly, to show the progress of the run. The result is the failed tasks; None
        if the DAG run succeeded.

        Raises:
            AirflowError: The process ended before the DAG run.
        """
        settings = environment(service.own_secrets(), spark=self.spark)
        service.prepare_database(settings, self.say)
        OUTCOME.unlink(missing_ok=True)
        write_private(REQUEST, json.dumps(asdict(request)))
        log = service.log_of(PROCESS)
        log.unlink(missing_ok=True)
        process = self.guardian.start(Start(PROCESS, COMMAND, str(log), settings))
        while process.alive():
            time.sleep(LOOK_SECONDS)
            look()
            service.check_guardian(self.guardian)
        look()  # at what came after the last look
        service.check_guardian(self.guardian)
        outcome = _read_outcome()
        if outcome is None:
            raise AirflowError(f"Airflow ended before the DAG run; the end of {log}:\n{end_of_log(log)}")
        return None if outcome.is_success else outcome.failed
