"""An experiment, from its file to its report: plan, cells one by one on a warm cluster, Spark, report."""

from datetime import timedelta
from typing import Any

from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.sdk import Connection, Context, Param, dag, get_current_context, task
from airflow.sdk.exceptions import AirflowNotFoundException

from include.matrix.load import Overrides, names
from include.spark_jobs import submission
from include.sweep import pools

SPARK = "spark"
"""The connection that says where results are measured: its host is the master."""

LAST_RESORT = timedelta(hours=2)
"""A cell notices by itself when nothing moves any more; this is for the cell that doesn't."""

PARAMETERS = {
    "experiment": Param(
        "quick",
        type="string",
        examples=names(),
        title="Experiment",
        description="A file in include/experiments, without its ending.",
    ),
    "release": Param(
        None,
        type=["null", "string"],
        title="Kafka release",
        description="Such as 4.3.1; empty: what the experiment says.",
    ),
    "repetitions": Param(
        None,
        type=["null", "integer"],
        minimum=1,
        title="Repetitions",
        description="Of every treatment; empty: what the experiment says.",
    ),
    "seed": Param(
        None,
        type=["null", "integer"],
        title="Seed",
        description="Of the order of the cells; empty: what the experiment says.",
    ),
    "messages": Param(
        None,
        type=["null", "integer"],
        minimum=1,
        title="Messages",
        description="In every cell; empty: what the experiment says.",
    ),
    "baseline": Param(
        None,
        type=["null", "string"],
        title="Baseline",
        description="What a candidate is compared with, each on brokers of its own: a release, settings "
        "(linger_ms=5) or settings of the brokers (num.io.threads=4), separated by commas.",
    ),
    "candidate": Param(
        None,
        type=["null", "string"],
        title="Candidate",
        description="In the same way; empty, with a baseline: what the experiment says.",
    ),
    "runner": Param(
        None,
        type=["null", "string"],
        enum=[None, "process", "container"],
        title="Load programs",
        description="Run as processes or as containers; empty: processes.",
    ),
    "run": Param(
        None,
        type=["null", "string"],
        title="Run",
        description="The name of a new run, or of one to complete; empty: made of the DAG run's own id.",
    ),
}


def _connection(name: str) -> dict[str, Any]:
    """What the Airflow connection of an external cluster holds."""
    from include.clusters.cluster import ClusterError

    try:
        extra: dict[str, Any] = Connection.get(name).extra_dejson
    except AirflowNotFoundException:
        raise ClusterError(
            f"There is no Airflow connection {name}: add it under Admin, Connections, or as the variable "
            f"AIRFLOW_CONN_{name.upper()}, with librdkafka's settings as JSON in its extra field"
        ) from None
    return extra


@task
def plan() -> list[str]:
    """Plan the run, or find the plan of the run to complete; hand on the cells that aren't sealed.

    The run's name and folder go beside them: Airflow maps over nothing but a task's return value.
    """
    from include.sweep import planning

    context = get_current_context()
    asked = context["params"]
    chosen = ("repetitions", "seed", "messages", "release", "cluster", "runner", "baseline", "candidate")
    overrides = Overrides(**{name: asked[name] for name in chosen})
    settled = planning.settle(asked["run"] or context["run_id"], asked["experiment"], overrides)
    context["ti"].xcom_push("run", settled.run_id)
    context["ti"].xcom_push("folder", str(settled.folder))
    return settled.cells


@task
def start_cluster(run: str) -> None:
    """Start the brokers, and warm them up."""
    from include.sweep import cluster

    cluster.start(run, _connection)


@task(
    pool=pools.OWN,
    map_index_template="{{ task.op_kwargs['cell'] }}",
    execution_timeout=LAST_RESORT,
)
def run_cell(run: str, cell: str) -> None:
    """Measure one cell and seal its raw log."""
    from include.sweep import cell as sweep_cell

    sweep_cell.run(run, cell, _connection)


class MeasureOperator(SparkSubmitOperator):
    """Submits with what suits the master that the connection names when the task runs."""

    def execute(self, context: Context) -> None:
        """Submit, and wait for the end."""
        connection = Connection.get(SPARK)
        settings = submission.settings(connection.host or "", connection.extra_dejson.get("conf"))
        self.conf, self.env_vars = settings.conf, settings.environment
        super().execute(context)


@task
def stop_cluster(run: str) -> None:
    """Stop the brokers, whatever became of the cells."""
    from include.sweep import cluster

    cluster.stop(run, _connection)


@task
def publish(run: str) -> str:
    """Write the report."""
    from include.sweep import report

    return report.publish(run)


@task
def check_complete(run: str) -> None:
    """Fail when a cell is missing, now that the report is out."""
    from include.sweep import report

    report.check_complete(run)


def sweep(name: str, pool: str, cluster: Param) -> None:
    """A DAG of that name; ``pool`` keeps the cells of its cluster apart."""

    @dag(
        name,
        schedule=None,
        catchup=False,
        max_active_runs=1,
        params={**PARAMETERS, "cluster": cluster},
        tags=["kerran"],
        doc_md=__doc__,
    )
    def wired() -> None:
        planned = plan()
        run, folder = planned["run"], planned["folder"]  # type: ignore[index]  # it is a PlainXComArg
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
        started >> cells >> stopped >> measured >> publish(run) >> check_complete(run)

    wired()


ANY_CLUSTER = Param(
    None,
    type=["null", "string"],
    examples=["embedded", "compose", "external:kafka_default"],
    title="Cluster",
    description="embedded, compose, or external: and the name of an Airflow connection; empty: embedded.",
)

sweep("delivery_sweep", pools.OWN, ANY_CLUSTER)

for connection in pools.clusters():
    place = f"external:{connection}"
    only = Param(place, const=place, title="Cluster", description="What this DAG measures.")
    sweep(f"delivery_sweep_{connection}", connection, only)
