"""Send what a task found to a web hook, whose address is in an Airflow connection."""

import logging

from airflow.sdk import BaseNotifier, Connection, Context
from airflow.sdk.exceptions import AirflowNotFoundException

CONNECTION = "kerran_alerts"
"""The Airflow connection whose password is the whole address of the web hook: an address may be secret, and
Airflow shows a host. The host is the address where there is no password."""

FOUND = "found"
"""The key under which the task that fails has pushed what it found, as sentences."""

log = logging.getLogger("kerran")


class Alert(BaseNotifier):
    """Posts DAG, DAG run and what the task found as JSON; ``text`` is a summary."""

    def notify(self, context: Context) -> None:
        """Post the alert if there is such a connection. A failed delivery is logged, no more."""
        import httpx

        try:
            connection = Connection.get(CONNECTION)
        except AirflowNotFoundException:
            log.info("No alert is sent: there is no connection %s", CONNECTION)
            return
        address = connection.password or connection.host
        found = context["ti"].xcom_pull(task_ids=context["ti"].task_id, key=FOUND) or []
        dag, run = context["dag_run"].dag_id, context["dag_run"].run_id
        message = {"dag": dag, "run": run, "found": found, "text": f"{dag}, {run}: {' '.join(found)}"}
        try:
            httpx.post(str(address), json=message, timeout=10).raise_for_status()
        except httpx.HTTPError as error:
            # The text of the error would contain the address, which may be secret.
            log.error("The alert was not delivered: %s", type(error).__name__)
