"""Run an experiment on every feature release of Kafka with transactions: one DAG run for each.

In a backfill, the partition of each DAG run is a release. To run past releases, backfill the days on which
the feature releases were published, or use `make backfill`. The DAG release_catalogue runs releases that
appear later. To run a single release, trigger the DAG with the version in the form, or as the partition key
if the project lists it.

With the same experiment and series the run of a release has the same name, such as kafka-releases-3.1.1.
Running the release again completes that run: sealed cells are not run again, and no cell counts twice.
"""

from airflow.sdk import dag, get_current_context, task

from dags.wiring import parameters
from dags.wiring.failures import fails_plainly
from dags.wiring.release_schedule import release_schedule
from dags.wiring.run_tasks import plan_and_push, run_planned
from dags.wiring.task_settings import DEFAULTS, ONE_TASK, RETRIES, RETRY_DELAY

PARAMETERS = {
    "experiment": parameters.experiment("releases"),
    "release": parameters.optional(
        "string",
        "Kafka release",
        "Version of the release, such as 3.1.1. Empty: the partition key of the DAG run.",
    ),
    **parameters.overrides("release", "baseline", "candidate"),
    "cluster": parameters.own_cluster(),
    "series": parameters.optional(
        "string",
        "Series",
        "Beginning of the names of the runs. Empty: kafka- and the name of the experiment.",
    ),
}


@task(task_display_name="Plan the cells", retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def plan() -> list[str]:
    """Plan the run of the release that the partition key or the form names."""
    from include.tasks.measured_release import requested_release, run_id_of_release

    context = get_current_context()
    form = context["params"]
    release = requested_release(context["dag_run"].partition_key, form["release"])
    run = run_id_of_release(form["experiment"], release, form["series"])
    return plan_and_push(run, form["experiment"], {**form, "release": release})


@task(task_display_name="Publish the history", retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def publish_history(run: str) -> str | None:
    """Publish the results of all releases, even if this run is incomplete."""
    from include.tasks import report

    return report.publish_history(run)


@dag(
    dag_display_name="Run an experiment on Kafka releases",
    default_args=DEFAULTS,
    schedule=release_schedule(),
    max_active_runs=1,
    max_active_tasks=ONE_TASK,
    params=PARAMETERS,
    tags=["kerran"],
    doc_md=__doc__,
)
def kafka_releases() -> None:
    """Wire the tasks."""
    plan_output = plan()
    run_planned(plan_output) >> publish_history(plan_output["run"])  # type: ignore[index]


kafka_releases()
