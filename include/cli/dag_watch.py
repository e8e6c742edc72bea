"""Follow a DAG run to its end."""

import time
from collections.abc import Callable

from include.cli.progress import Run
from include.cli.screen import Screen
from include.local_airflow.api import Api

LOOK_AGAIN = 0.5
"""Seconds between two looks at the run's folder."""

ASK_AGAIN = 1.5
"""Seconds between two questions to Airflow, which cost it more."""


def follow(
    api: Api, dag: str, dag_run: str, run: Run, screen: Screen, still_alive: Callable[[], None]
) -> str:
    """Show how far the run is until the DAG run has ended; its last state.

    ``still_alive`` is called all the while, and may raise.
    """
    asked = time.monotonic()
    while True:
        still_alive()
        screen.show(run.look())
        if time.monotonic() - asked >= ASK_AGAIN:
            asked = time.monotonic()
            state = api.state(dag, dag_run)
            if state in ("success", "failed"):
                return state
        time.sleep(LOOK_AGAIN)
