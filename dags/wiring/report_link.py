"""The link of the task that publishes a report. It opens the report within Airflow's pages."""

from airflow.sdk import BaseOperator, BaseOperatorLink
from airflow.sdk.types import TaskInstanceKey

from include.plan.run_id import run_id_problem
from plugins.report_app import framed


class ReportLink(BaseOperatorLink):
    """The link to the report of a run. The run is the first argument of the task."""

    name = "Kerran report"

    def get_link(self, operator: BaseOperator, *, ti_key: TaskInstanceKey) -> str:  # noqa: ARG002
        """The address of the report; empty if the task does not know its run yet."""
        run = next(iter(getattr(operator, "op_args", ())), None)
        if not isinstance(run, str) or run_id_problem(run):
            return ""
        return framed(f"/runs/{run}/report/index.html")
