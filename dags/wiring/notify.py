"""Tell somebody what a task found, at the address that an Airflow connection holds."""

import logging

from airflow.sdk import BaseNotifier, Connection, Context
from airflow.sdk.exceptions import AirflowNotFoundException

CONNECTION = "kerran_alerts"
"""Its host is the whole address of a web hook, which may be a secret."""

log = logging.getLogger("kerran")


class Alert(BaseNotifier):
    """Posts which DAG run it is about, and what the named task returned, as JSON; ``text`` is its summary."""

    def __init__(self, found_by: str) -> None:
        super().__init__()
        self.found_by = found_by

    def notify(self, context: Context) -> None:
        """Post it, where there is such a connection; that it can't be delivered changes nothing else."""
        import httpx

        try:
            address = Connection.get(CONNECTION).host
        except AirflowNotFoundException:
            log.info("Nobody is told: there is no connection %s", CONNECTION)
            return
        found = context["ti"].xcom_pull(task_ids=self.found_by) or []
        dag, run = context["dag_run"].dag_id, context["dag_run"].run_id
        told = {"dag": dag, "run": run, "found": found, "text": f"{dag}, {run}: {' '.join(found)}"}
        try:
            httpx.post(str(address), json=told, timeout=10).raise_for_status()
        except httpx.HTTPError as error:
            # Not its text: it holds the address, which may be a secret.
            log.error("The alert was not delivered: %s", type(error).__name__)
