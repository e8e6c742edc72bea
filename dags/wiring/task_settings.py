"""Where the tasks run, how long each may take, and which are tried again.

A task is tried again where that helps: when a registry or a store does not answer, and when the worker that
ran a cell is gone. A cell that is invalid is measured again by its own rules.
"""

from datetime import timedelta
from typing import Any

from dags.wiring.notify import Alert
from include import settings


def placement() -> dict[str, Any]:
    """The arguments of a task that say where it runs; none: where the tasks of any other DAG run."""
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
"""For every task that does not say otherwise."""

ONE_TASK = 1
"""The number of tasks of a DAG run that run at a time: cells on one cluster must not overlap. The scheduler
does not look at the cells that wait; with a limit of the task alone it would, three times a second."""

RETRIES, RETRY_DELAY = 2, timedelta(seconds=30)
"""For tasks that may begin again: they plan, start brokers after stopping those that run, or publish."""

CELL_RETRIES, CELL_RETRY_DELAY = 1, timedelta(0)
"""For the cells: another worker takes the place of one that is gone. A cell that fails otherwise is tried
again after an unexpected error, at its time limit, and where a store did not answer."""

START_TIMEOUT = timedelta(hours=1)
"""For fetching a release, building images, and starting and warming up brokers."""

LEASE_RETRY = timedelta(minutes=1)
"""Between two requests for the machine lease. Each request loads the machine while another run measures."""

LEASE_WAIT = timedelta(days=1)
"""How long a run waits for the machine lease, before it fails."""

CELL_TIMEOUT = timedelta(hours=2)
"""A cell that makes no progress ends itself much earlier; this is for a cell that does not."""

RESULTS_TIMEOUT = timedelta(hours=2)
"""For measuring raw logs; 30 million messages take twelve seconds on two cores."""
