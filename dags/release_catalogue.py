"""Once a day: look whether there is a Kafka release that the catalogue doesn't have.

One that is found is added, and kafka_releases runs it.
"""

from datetime import UTC, datetime

from airflow.sdk import dag, task


@task
def look_for_releases() -> list[str]:
    """Ask the registry; the versions that were added."""
    from include.tasks import release

    return release.add_new_releases()


@dag(
    schedule="@daily",
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    catchup=False,
    max_active_runs=1,
    tags=["kerran"],
    doc_md=__doc__,
)
def release_catalogue() -> None:
    """Wire it."""
    look_for_releases()


release_catalogue()
