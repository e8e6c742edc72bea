"""An experiment on every Kafka release since transactions came: a DAG run a release, its partition.

History is run by a backfill over the days on which releases came out, or by `make backfill`. A release that
is found later (see release_catalogue) is run by the schedule. A single one is run by a trigger, with its
version as partition key or in the form.

A release's run has a name of its own, kafka-releases-3.1.1 for instance. Running the release again completes
that run: sealed cells are not measured again, and nothing counts twice.
"""

from datetime import UTC, datetime, timedelta

from airflow.sdk import dag, get_current_context, task

from dags.wiring import parameters
from dags.wiring.planned import hand_on, run_planned
from include.releases.catalogue import catalogue, listed
from include.tasks import pools
from plugins.release_timetable import ReleaseTimetable

PARAMETERS = {
    "experiment": parameters.experiment("releases"),
    "release": parameters.optional(
        "string", "Kafka release", "Such as 3.1.1, where no partition key says it."
    ),
    **parameters.overrides("release", "baseline", "candidate"),
    "cluster": parameters.own_cluster(),
    "series": parameters.optional(
        "string", "Series", "What the runs' names begin with; empty: kafka- and the experiment's name."
    ),
}

SCHEDULED_SINCE = datetime.combine(listed()[-1].date, datetime.min.time(), UTC) + timedelta(days=1)
"""Releases that the project came with are history, for a backfill; the schedule runs those found since."""


@task
def plan() -> list[str]:
    """Plan the run of the release that the partition key names."""
    from include.tasks.release import requested_release, run_id_of_release

    context = get_current_context()
    asked = context["params"]
    release = requested_release(context["dag_run"].partition_key, asked["release"])
    run = run_id_of_release(asked["experiment"], release, asked["series"])
    return hand_on(run, asked["experiment"], {**asked, "release": release})


@task
def publish_history(run: str) -> str | None:
    """Put this run among those of the other releases, whether it is complete or not."""
    from include.tasks import history

    return history.publish_history(run)


@dag(
    schedule=ReleaseTimetable(catalogue()),
    start_date=SCHEDULED_SINCE,
    catchup=True,
    max_active_runs=1,
    params=PARAMETERS,
    tags=["kerran"],
    doc_md=__doc__,
)
def kafka_releases() -> None:
    """Wire it."""
    planned = plan()
    run_planned(planned, pools.OWN) >> publish_history(planned["run"])  # type: ignore[index]


kafka_releases()
