"""The place, the time limit and the retries of each task.

A task is tried again if that helps: when a registry or a store does not answer, and when the worker of a cell
has ended. Other rules repeat invalid cells.
"""

from datetime import timedelta
from typing import Any

from dags.wiring.notify import Alert
from include.machine import settings


def placement() -> dict[str, Any]:
    """The arguments of a task that decide where it runs.

    If there are none, the task runs where tasks of other DAGs run.
    """
    template = settings.POD_TEMPLATE.read()
    arguments = {
        "queue": settings.QUEUE.read(),
        "executor": settings.EXECUTOR.read(),
        "executor_config": {"pod_template_file": template} if template else {},
    }
    return {name: value for name, value in arguments.items() if value}


DEFAULTS: dict[str, Any] = {
    "owner": "kerran",
    "retries": 0,
    "execution_timeout": timedelta(minutes=10),
    "on_failure_callback": Alert(),
    **placement(),
}
"""The default arguments of all tasks."""

ONE_TASK = 1
"""The maximum number of simultaneous tasks of a DAG run, because cells on one cluster must not overlap. With
this limit, the scheduler ignores waiting cells. With a limit of the task only, it would look at them three
times a second."""

RETRIES, RETRY_DELAY = 2, timedelta(seconds=30)
"""The retries of tasks that may begin again. They plan, publish, or start brokers after they have stopped
brokers that still run."""

CELL_RETRIES, CELL_RETRY_DELAY = 1, timedelta(0)
"""The retries of cells, for workers that have ended. A cell is also tried again after an unexpected error, at
its time limit, and if a store did not answer."""

START_TIMEOUT = timedelta(hours=1)
"""The time limit for fetching a release, building images, and starting and warming up brokers."""

LEASE_RETRY = timedelta(minutes=1)
"""The time between two requests for the machine lease. Each request loads the machine while another run
measures."""

LEASE_WAIT = timedelta(days=1)
"""The time for which a run waits for the machine lease before it fails."""

CELL_TIMEOUT = timedelta(hours=2)
"""The time limit of a cell. A cell without progress normally ends itself much earlier."""

RESULTS_TIMEOUT = timedelta(hours=2)
"""The time limit for measuring raw logs. 30 million messages take twelve seconds on two cores."""
