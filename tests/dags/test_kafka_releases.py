from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from airflow.dag_processing.dagbag import DagBag
from airflow.serialization.serialized_objects import DagSerialization

from dags import release_catalogue
from include.machine import folders
from include.machine.releases import kafka_catalogue
from include.tasks import measured_release


@pytest.fixture(scope="module")
def releases(dags: dict[str, Any]) -> Any:
    return dags["kafka_releases"]


def test_a_backfill_of_a_year_has_a_run_per_release_of_it(releases: Any) -> None:
    kept = DagSerialization.from_dict(DagSerialization.to_dict(releases))  # as the scheduler knows the DAG
    first, last = datetime(2019, 1, 1, tzinfo=UTC), datetime(2019, 12, 31, tzinfo=UTC)
    runs = kept.iter_dagrun_infos_between(first, last)
    assert [run.partition_key for run in runs] == ["2.2.2", "2.3.1", "2.4.1"]


def test_a_release_is_run_as_any_experiment_and_the_form_needs_nothing_more(releases: Any, dag: Any) -> None:
    assert releases.task_dict.keys() == {*dag.task_dict, "publish_history"}
    assert releases.get_task("publish_history").upstream_task_ids == {"plan", "publish"}
    assert releases.max_active_runs == 1
    releases.params.validate()
    assert releases.params["experiment"] == "releases"


def test_new_releases_are_looked_for_every_day(dags: dict[str, Any]) -> None:
    daily = dags["release_catalogue"]
    assert (daily.schedule, daily.catchup) == ("@daily", False)
    assert daily.is_paused_upon_creation  # nothing is measured that nobody asked for
    assert daily.get_task("run_release").is_mapped


def test_a_release_that_was_found_later_has_the_same_run_each_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_release, "add_new_releases", lambda: ["4.5.0"])
    runs = release_catalogue.look_for_releases.function()
    assert runs == [{"trigger_run_id": "found__4.5.0", "conf": {"release": "4.5.0"}}]


def test_reading_the_dags_reads_no_store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folders, "RUNS", tmp_path)
    monkeypatch.setattr(kafka_catalogue, "added", Mock(side_effect=AssertionError("the store was read")))
    assert DagBag(dag_folder=folders.ROOT / "dags").import_errors == {}
