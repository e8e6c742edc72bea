"""Send why a run is not good to a web hook, whose address is in an Airflow connection.

Every task sends an alert when it fails, except the mapped ones: a failed cell fails the task check_verdict,
too. The tasks behind a failed one do not fail, so that a DAG run sends one alert.
"""

import logging

from airflow.sdk import BaseNotifier, Connection, Context
from airflow.sdk.exceptions import AirflowNotFoundException

CONNECTION = "kerran_alerts"
"""The Airflow connection whose password is the whole address of the web hook: an address may be secret, and
Airflow shows a host. The host is the address where there is no password."""

REASONS = "reasons"
"""The key under which the task that fails has pushed what it found, as sentences."""

log = logging.getLogger("kerran")


class Alert(BaseNotifier):
    """Posts DAG, DAG run, task and what it found, or why it failed, as JSON; ``text`` is a summary."""

    def notify(self, context: Context) -> None:
        """Post the alert if there is such a connection. A failed delivery is logged, no more."""
        import httpx

        try:
            connection = Connection.get(CONNECTION)
        except AirflowNotFoundException:
            log.info("No alert is sent: there is no connection %s", CONNECTION)
            return
        address = connection.password or connection.host
        task, dag, run = context["ti"].task_id, context["dag_run"].dag_id, context["dag_run"].run_id
        sentences = context["ti"].xcom_pull(task_ids=task, key=REASONS) or [
            f"{task} failed: {context['exception']}"
        ]
        text = f"{dag}, {run}: {' '.join(sentences)}"
        message = {"dag": dag, "run": run, "task": task, "reasons": sentences, "text": text}
        try:
            httpx.post(str(address), json=message, timeout=10).raise_for_status()
        except httpx.HTTPError as error:
            # The text of the error would contain the address, which may be secret.
            log.error("The alert was not delivered: %s", type(error).__name__)
