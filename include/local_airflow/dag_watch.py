"""Wait for a DAG run to end."""

import time
from collections.abc import Callable

from include.local_airflow.api import Api

LOOK_SECONDS = 0.5
"""Between two calls of ``look``."""

API_SECONDS = 1.5
"""Between two requests to Airflow, which load the machine more."""


def wait_for_end(
    api: Api, dag: str, dag_run: str, look: Callable[[], None], check_alive: Callable[[], None]
) -> str:
    """Wait until the DAG run has ended.

    Args:
        api: Airflow's API.
        dag: The name of the DAG.
        dag_run: The name of the DAG run.
        look: Called again and again, to show how far the run is.
        check_alive: Called again and again; it may raise an error that ends the wait.

    Returns:
        The last state of the DAG run: ``success`` or ``failed``.
    """
    asked = time.monotonic()
    while True:
        check_alive()
        look()
        if time.monotonic() - asked >= API_SECONDS:
            asked = time.monotonic()
            state = api.state(dag, dag_run)
            if state in ("success", "failed"):
                return state
        time.sleep(LOOK_SECONDS)
