from datetime import UTC, datetime
from typing import Any

import pytest
from airflow.serialization.definitions.dag import SerializedDAG
from airflow.serialization.serialized_objects import DagSerialization


@pytest.fixture(scope="module")
def releases(dags: dict[str, Any]) -> Any:
    return dags["kafka_releases"]


@pytest.fixture(scope="module")
def kept(releases: Any) -> SerializedDAG:
    """The DAG as the scheduler and the API server know it."""
    return DagSerialization.from_dict(DagSerialization.to_dict(releases))


def test_a_backfill_of_a_year_has_a_run_per_release_of_it(kept: SerializedDAG) -> None:
    runs = kept.iter_dagrun_infos_between(
        datetime(2019, 1, 1, tzinfo=UTC), datetime(2019, 12, 31, tzinfo=UTC)
    )
    assert [run.partition_key for run in runs] == ["2.2.2", "2.3.1", "2.4.1"]


def test_a_release_is_run_as_any_experiment_and_the_form_needs_nothing_more(releases: Any, dag: Any) -> None:
    assert releases.task_dict.keys() == {*dag.task_dict, "publish_history"}
    assert releases.get_task("publish_history").upstream_task_ids == {"plan", "publish"}
    assert releases.max_active_runs == 1
    releases.params.validate()
    assert releases.params["experiment"] == "releases"


def test_new_releases_are_looked_for_every_day(dags: dict[str, Any]) -> None:
    assert dags["release_catalogue"].schedule == "@daily"
    assert dags["release_catalogue"].catchup is False
    assert dags["release_catalogue"].is_paused_upon_creation  # nothing is measured that nobody asked for
