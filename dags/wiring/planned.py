"""What every DAG that runs an experiment does once it is planned: cells on a warm cluster, Spark, report."""

from datetime import UTC, datetime, timedelta
from typing import Any

from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.sdk import Connection, Context, get_current_context, task
from airflow.sdk.exceptions import AirflowNotFoundException, AirflowRescheduleException

from include.matrix.overrides import NAMES
from include.spark_jobs import submission
from include.tasks import pools

SPARK = "spark"
"""The connection that says where results are measured: its host is the master."""

LAST_RESORT = timedelta(hours=2)
"""A cell notices by itself when nothing moves any more; this is for the cell that doesn't."""

ASK_AGAIN = timedelta(minutes=1)
"""Until a run that waits for its turn looks again. Long: each look loads the machine that is measured."""


def hand_on(run: str, experiment: str, asked: dict[str, Any]) -> list[str]:
    """Plan the run, or find the plan of the run to complete; the cells that aren't sealed.

    The run's name and folder go beside them: Airflow maps over nothing but a task's return value.
    """
    from include.tasks import planning

    planned = planning.plan_run(run, experiment, {name: asked.get(name) for name in NAMES})
    instance = get_current_context()["ti"]
    instance.xcom_push("run", planned.run_id)
    instance.xcom_push("folder", str(planned.folder))
    return planned.cells


@task
def plan() -> list[str]:
    """Plan the run that the form asks for."""
    context = get_current_context()
    asked = context["params"]
    return hand_on(asked["run"] or context["run_id"], asked["experiment"], asked)


def _connection(name: str) -> dict[str, Any]:
    """What the Airflow connection of an external cluster holds."""
    from include.errors import PlatformError

    try:
        extra: dict[str, Any] = Connection.get(name).extra_dejson
    except AirflowNotFoundException:
        raise PlatformError(
            f"There is no Airflow connection {name}: add it under Admin, Connections, or as the variable "
            f"AIRFLOW_CONN_{name.upper()}, with librdkafka's settings as JSON in its extra field"
        ) from None
    return extra


@task
def start_cluster(run: str) -> None:
    """Start the brokers, and warm them up; later, while another run's brokers have this machine."""
    from include.tasks import cluster
    from include.tasks.machine_lease import MachineInUseError

    try:
        cluster.start(run, _connection)
    except MachineInUseError:
        again = datetime.now(UTC) + ASK_AGAIN
        raise AirflowRescheduleException(again) from None  # type: ignore[no-untyped-call]


@task(
    pool=pools.OWN,
    map_index_template="{{ task.op_kwargs['cell'] }}",
    execution_timeout=LAST_RESORT,
)
def run_cell(run: str, cell: str) -> None:
    """Measure one cell and seal its raw log."""
    from include.tasks import cell as sweep_cell

    sweep_cell.run(run, cell, _connection)


class MeasureOperator(SparkSubmitOperator):
    """Submits with what suits the master that the connection names when the task runs."""

    def execute(self, context: Context) -> None:
        """Submit, and wait for the end."""
        connection = Connection.get(SPARK)
        settings = submission.submit_settings(connection.host or "", connection.extra_dejson.get("conf"))
        self.conf, self.env_vars = settings.conf, settings.environment
        super().execute(context)


@task
def stop_cluster(run: str) -> None:
    """Stop the brokers, whatever became of the cells."""
    from include.tasks import cluster

    cluster.stop(run, _connection)


@task
def publish(run: str) -> str:
    """Write the report."""
    from include.tasks import report

    return report.publish_report(run)


@task
def check_complete(run: str) -> None:
    """Fail when a cell is missing, now that the report is out."""
    from include.tasks import report

    report.check_complete(run)


def run_planned(planned: Any, pool: str) -> Any:  # noqa: ANN401 - XComArgs, which Airflow hides
    """All that follows a task that hands on; ``pool`` keeps its cluster's cells apart.

    What comes back is the task that publishes, for what reads the report; that cells are missing is told
    beside that.
    """
    run, folder = planned["run"], planned["folder"]
    started = start_cluster(run).as_setup()
    cells = run_cell.override(pool=pool).partial(run=run).expand(cell=planned)
    stopped = stop_cluster(run).as_teardown(setups=started)  # type: ignore[arg-type]  # any task will do
    measured = MeasureOperator(
        task_id="measure",
        conn_id=SPARK,
        name=submission.NAME,
        application=submission.APPLICATION,
        application_args=[folder],
        driver_memory=submission.DRIVER_MEMORY,
    )
    published = publish(run)
    started >> cells >> stopped >> measured >> published >> check_complete(run)
    return published
