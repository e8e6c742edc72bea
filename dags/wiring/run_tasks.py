"""The tasks of every DAG that runs an experiment: plan, cells on a warm cluster, results by Spark, report."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from airflow.configuration import conf
from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.sdk import Connection, Context, TaskGroup, TriggerRule, get_current_context, task
from airflow.sdk.exceptions import (
    AirflowFailException,
    AirflowNotFoundException,
    AirflowRescheduleException,
)

from dags.wiring.accept_regression import AcceptRegression
from dags.wiring.assets import RAW_LOGS, REPORT, RESULTS
from dags.wiring.failures import fails_plainly
from dags.wiring.form_check import check_form
from dags.wiring.installation import SPARK_CONNECTION, check_installation
from dags.wiring.notify import REASONS
from dags.wiring.report_link import ReportLink
from dags.wiring.task_settings import (
    CELL_RETRIES,
    CELL_RETRY_DELAY,
    CELL_TIMEOUT,
    LEASE_RETRY,
    LEASE_WAIT,
    RESULTS_TIMEOUT,
    RETRIES,
    RETRY_DELAY,
    START_TIMEOUT,
)
from include.machine.storage.path import path_of
from include.plan.overrides import OVERRIDE_NAMES
from include.spark_jobs.job import submission

if TYPE_CHECKING:
    from include.tasks.planning import ExperimentOf


def plan_and_push(run: str, experiment: "str | ExperimentOf", form: dict[str, Any]) -> list[str]:
    """Plan the run, or find the plan of the run to complete.

    Airflow can map a task only over a return value, here the cells. Therefore the name and the folder of the
    run are pushed as separate XComs.

    Returns:
        The ids of the cells that are not sealed.
    """
    from include.tasks import planning

    context = get_current_context()
    check_installation(context)
    check_form(experiment if isinstance(experiment, str) else None, form)
    instance = context["ti"]
    planned_run = planning.plan_run(
        run,
        experiment,
        {name: form.get(name) for name in OVERRIDE_NAMES},
        conf.getint("core", "max_map_length"),
        instance.dag_id,
    )
    instance.xcom_push("run", planned_run.run_id)
    instance.xcom_push("folder", str(planned_run.folder))
    return planned_run.cells


@task(task_display_name="Plan the cells", retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def plan() -> list[str]:
    """Plan the run that the form describes."""
    context = get_current_context()
    form = context["params"]
    return plan_and_push(form["run"] or context["run_id"], form["experiment"], form)


def _connection(name: str) -> dict[str, Any]:
    """The extra field of the Airflow connection of a cluster.

    Raises:
        PlatformError: There is no such connection.
    """
    from include.machine.errors import PlatformError

    try:
        extra: dict[str, Any] = Connection.get(name).extra_dejson
    except AirflowNotFoundException:
        raise PlatformError(
            f"There is no Airflow connection {name}: add it under Admin, Connections, or as the variable "
            f"AIRFLOW_CONN_{name.upper()}, with librdkafka's settings as JSON in its extra field."
        ) from None
    return extra


@task(
    task_display_name="Start the brokers",
    execution_timeout=START_TIMEOUT,
    retries=RETRIES,
    retry_delay=RETRY_DELAY,
)
@fails_plainly
def start_cluster(run: str) -> None:
    """Start and warm up the clusters. The task is rescheduled while a cluster of another run is alive."""
    from include.tasks import cluster
    from include.tasks.machine_lease import MachineInUseError

    try:
        cluster.start(run, _connection)
    except MachineInUseError as error:
        now, context = datetime.now(UTC), get_current_context()
        first = context["ti"].get_first_reschedule_date(context) or now
        if now - first >= LEASE_WAIT:
            raise AirflowFailException(
                f"{error} This run has waited since {first:%d %B, %H:%M} UTC."
            ) from None
        print(f"{error} This task tries again at {now + LEASE_RETRY:%H:%M:%S} UTC.")
        raise AirflowRescheduleException(now + LEASE_RETRY) from None  # type: ignore[no-untyped-call]


@task(
    task_display_name="Run a cell",
    map_index_template="{{ task.op_kwargs['cell'] }}",
    execution_timeout=CELL_TIMEOUT,
    retries=CELL_RETRIES,
    retry_delay=CELL_RETRY_DELAY,
    on_failure_callback=[],  # check_verdict alerts, once for all cells
)
@fails_plainly
def run_cell(run: str, cell: str) -> None:
    """Measure one cell and seal its raw log."""
    from include.tasks import cell as cell_task

    cell_task.run(run, cell, _connection)


class MeasureOperator(SparkSubmitOperator):
    """Submits the Spark job with settings for the master that the connection names when the task runs."""

    def execute(self, context: Context) -> None:
        """Submit the job, and wait until it ends.

        The provider's hook returns the master of the connection: its host, or its type and host for a
        connection that is a URI.
        """
        properties = Connection.get(SPARK_CONNECTION).extra_dejson.get("conf")
        settings = submission.submit_settings(self._get_hook()._connection["master"], properties)
        self.conf, self.env_vars = settings.conf, settings.environment
        self.py_files = str(settings.py_files) if settings.py_files else None
        super().execute(context)
        (folder,) = list(self.application_args or [])
        context["outlet_events"][RESULTS].extra = {"run": path_of(folder).name}


@task(task_display_name="Stop the brokers", outlets=[RAW_LOGS])
@fails_plainly
def stop_cluster(run: str, *, outlet_events: Any = None) -> None:  # noqa: ANN401 - Airflow hides its type
    """Stop the clusters, whether the cells succeeded or not. All raw logs are already written."""
    from include.tasks import cluster

    cluster.stop(run, _connection)
    outlet_events[RAW_LOGS].extra = {"run": run}


@task(task_display_name="Publish the report", retries=RETRIES, retry_delay=RETRY_DELAY, outlets=[REPORT])
@fails_plainly
def publish(run: str, *, outlet_events: Any = None) -> str:  # noqa: ANN401 - Airflow hides its type
    """Publish the report."""
    from include.tasks import report

    page = report.publish_report(run)
    outlet_events[REPORT].extra = {"run": run, "page": page}
    return page


@task(
    task_display_name="Check the verdict",
    trigger_rule=TriggerRule.NONE_FAILED,  # perhaps nobody was asked to accept a regression
)
@fails_plainly
def check_verdict(run: str) -> None:
    """Fail if the run is not good, after the report was published.

    The reasons: a promise was broken that should be kept, a candidate is worse and nobody accepted it, cells
    are missing, or too little is decided.
    """
    from include.tasks import verdict

    reasons = verdict.verdict_reasons(run)
    get_current_context()["ti"].xcom_push(key=REASONS, value=reasons)
    verdict.check_verdict(run, reasons)


def run_planned(plan_output: Any, *, may_be_accepted: bool = False) -> Any:  # noqa: ANN401 - XComArgs, which Airflow hides
    """The tasks after the planning task.

    Args:
        plan_output: The result of the planning task (see ``plan_and_push``).
        may_be_accepted: Whether the form can ask a person to accept a regression, before the run fails.

    Returns:
        The task that publishes the report, for tasks that read it. The task check_verdict, which fails bad
            runs, runs beside those tasks.
    """
    run, folder = plan_output["run"], plan_output["folder"]
    with TaskGroup("cells", prefix_group_id=False, group_display_name="Cells, on warm brokers"):
        start = start_cluster(run).as_setup()
        cells = run_cell.partial(run=run).expand(cell=plan_output)
        stop = stop_cluster(run).as_teardown(setups=start)  # type: ignore[arg-type]  # any task will do
    with TaskGroup("results", prefix_group_id=False, group_display_name="Results and report"):
        measurement = MeasureOperator(
            task_id="measure",
            task_display_name="Compute the results",
            conn_id=SPARK_CONNECTION,
            name=submission.NAME,
            application=submission.APPLICATION,
            application_args=[folder],
            driver_memory=submission.DRIVER_MEMORY,
            execution_timeout=RESULTS_TIMEOUT,
            outlets=[RESULTS],
        )
        publication = publish(run)
        publication.operator.operator_extra_links = [ReportLink()]  # type: ignore[attr-defined]  # PlainXComArg
        verdict = check_verdict(run)
        start >> cells >> stop >> measurement >> publication >> verdict
        if may_be_accepted:
            acceptance = AcceptRegression(
                task_id="accept_regression", task_display_name="Accept a regression", run_name=run
            )
            publication >> acceptance >> verdict
    return publication
