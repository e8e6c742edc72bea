"""How long each task may take, and which are tried again.

A task is tried again where waiting helps: when a registry or a store does not answer. Nothing that measures
is tried again by Airflow; a cell that is invalid is measured again by its own rules, and each attempt is
recorded.
"""

from datetime import timedelta
from typing import Any

from dags.wiring.notify import Alert

DEFAULTS: dict[str, Any] = {
    "owner": "kerran",
    "retries": 0,
    "execution_timeout": timedelta(minutes=10),
    "on_failure_callback": Alert(),
}
"""For every task that does not say otherwise."""

ONE_TASK = 1
"""The number of tasks of a DAG run that run at a time: cells on one cluster must not overlap. The scheduler
does not look at the cells that wait; with a limit of the task alone it would, three times a second."""

RETRIES, RETRY_DELAY = 2, timedelta(seconds=30)
"""For tasks that may begin again: they plan, start brokers after stopping those that run, or publish."""

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
