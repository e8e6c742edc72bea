"""Tell a web hook why a run is not good.

The address of the web hook is in an Airflow connection.

Every task that fails sends an alert, except mapped tasks: a failed cell also fails the task check_verdict.
Tasks behind a failed task do not fail. So a DAG run sends one alert.
"""

import logging

from airflow.sdk import BaseNotifier, Connection, Context
from airflow.sdk.exceptions import AirflowNotFoundException

CONNECTION = "kerran_alerts"
"""The Airflow connection with the address of the web hook. Its password is the whole address, because an
address may be secret and Airflow shows hosts. Without a password, the host is the address."""

REASONS = "reasons"
"""The key under which the failing task has pushed its findings, as sentences."""

log = logging.getLogger("kerran")


class Alert(BaseNotifier):
    """Posts the DAG, the DAG run, the task, and its findings or its error, as JSON. ``text`` is a summary."""

    def notify(self, context: Context) -> None:
        """Post the alert if there is such a connection. A failed delivery is only logged."""
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
