"""Look for new Kafka releases in Maven Central once a day, and run them.

A new feature release is added to the catalogue, and a DAG run of kafka_releases is triggered for it. That DAG
run waits until kafka_releases is switched on. The DAG release_catalogue is switched off until a user switches
it on. So only requested releases are measured.
"""

from datetime import UTC, datetime
from typing import Any

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import dag, task

from dags.wiring.failures import fails_plainly
from dags.wiring.task_settings import DEFAULTS, RETRIES, RETRY_DELAY


@task(task_display_name="Look for releases", retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def look_for_releases() -> list[dict[str, Any]]:
    """Add new releases to the catalogue. Return a DAG run (id and form) for each release ever added."""
    from include.tasks import measured_release

    return [
        {"trigger_run_id": f"found__{version}", "conf": {"release": version}}
        for version in measured_release.add_new_releases()
    ]


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
    """Wire the tasks."""
    TriggerDagRunOperator.partial(
        task_id="run_release",
        task_display_name="Run a release",
        trigger_dag_id="kafka_releases",
        logical_date=None,
        skip_when_already_exists=True,
        map_index_template="{{ task.conf['release'] }}",
    ).expand_kwargs(look_for_releases())


release_catalogue()
