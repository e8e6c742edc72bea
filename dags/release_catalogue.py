"""Look for new Kafka releases in Maven Central once a day.

A new feature release is added to the catalogue, and the DAG kafka_releases, if it is switched on, then
runs it. This DAG is switched off until a user switches it on, so that nothing is measured that nobody
asked for.
"""

from datetime import UTC, datetime

from airflow.sdk import dag, task

from dags.wiring.failures import fails_plainly
from dags.wiring.task_settings import DEFAULTS, RETRIES, RETRY_DELAY


@task(retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def look_for_releases() -> list[str]:
    """Add new releases to the catalogue; the result is their versions."""
    from include.tasks import release

    return release.add_new_releases()


@dag(
    dag_display_name="Look for new Kafka releases",
    default_args=DEFAULTS,
    schedule="@daily",
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    catchup=False,
    is_paused_upon_creation=True,  # otherwise the first start of Airflow would measure the newest release
    max_active_runs=1,
    tags=["kerran"],
    doc_md=__doc__,
)
def release_catalogue() -> None:
    """Wire the task."""
    look_for_releases()


release_catalogue()
