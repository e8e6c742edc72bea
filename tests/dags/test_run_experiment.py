import importlib
import itertools
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from airflow.sdk import TriggerRule
from airflow.sdk.exceptions import AirflowFailException, AirflowRescheduleException

from dags.wiring import run_tasks, task_settings
from include.machine.folders import ROOT
from include.plan.overrides import OVERRIDE_NAMES
from include.tasks import cluster
from include.tasks.machine_lease import MachineInUseError
from plugins.report_access import TAG


def upstream_of(dag: Any, task: str) -> set[str]:
    return set(dag.get_task(task).upstream_task_ids)


def test_the_tasks_follow_one_another_and_the_cluster_is_stopped_whatever_happened(dag: Any) -> None:
    order = ["plan", "start_cluster", "run_cell", "stop_cluster", "measure", "publish", "check_verdict"]
    assert [task.task_id for task in dag.topological_sort()] == order
    for before, after in itertools.pairwise(order):
        assert before in upstream_of(dag, after)
    assert dag.get_task("start_cluster").is_setup
    assert dag.get_task("stop_cluster").is_teardown
    assert dag.get_task("stop_cluster").trigger_rule == TriggerRule.ALL_DONE_SETUP_SUCCESS
    assert upstream_of(dag, "measure") == {"plan", "stop_cluster"}
    assets = {task.task_id: [outlet.name for outlet in task.outlets] for task in dag.tasks if task.outlets}
    names = {"stop_cluster": "raw_logs", "measure": "results", "publish": "report"}
    assert assets == {task: [f"kerran_{name}"] for task, name in names.items()}


def test_a_cell_is_a_named_mapped_task_that_overlaps_no_other(dag: Any) -> None:
    cell = dag.get_task("run_cell")
    assert cell.is_mapped
    assert cell.map_index_template == "{{ task.op_kwargs['cell'] }}"
    assert dag.max_active_tasks == 1
    assert cell.retries == 1  # another worker takes the place of one that is gone
    assert dag.max_active_runs == 1


def test_every_dag_has_texts_and_every_task_a_time_limit_owner_and_default_pool(dags: dict[str, Any]) -> None:
    tasks = [task for dag in dags.values() for task in dag.tasks]
    assert all(task.execution_timeout for task in tasks)
    assert {task.owner for task in tasks} == {"kerran"}
    assert {task.pool for task in tasks} == {"default_pool"}
    for dag in dags.values():
        assert " " in dag.dag_display_name
        assert TAG in dag.tags  # by which the pages about runs know whose readers may read them
        assert dag.doc_md
    # Only tasks that may begin again are tried again.
    tried_again = {task.task_id for task in tasks if task.retries}
    cells = {"run_cell"}
    assert tried_again == {"plan", "start_cluster", "publish", "publish_history", "look_for_releases"} | cells


def test_the_variables_say_where_all_tasks_of_these_dags_run(monkeypatch: pytest.MonkeyPatch) -> None:
    variables = {"KERRAN_QUEUE": "kafka", "KERRAN_EXECUTOR": "Celery", "KERRAN_POD_TEMPLATE": "/etc/pod.yaml"}
    template = {"pod_template_file": "/etc/pod.yaml"}
    expected = {"queue": "kafka", "executor": "Celery", "executor_config": template}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert expected.items() <= importlib.reload(task_settings).DEFAULTS.items()
    for name in variables:
        monkeypatch.delenv(name)
    assert expected.keys().isdisjoint(importlib.reload(task_settings).DEFAULTS)


@pytest.mark.parametrize(
    ("waited", "ended"),
    [(None, AirflowRescheduleException), (23, AirflowRescheduleException), (24, AirflowFailException)],
)
def test_a_run_waits_for_the_machine_for_a_day(
    monkeypatch: pytest.MonkeyPatch, waited: int | None, ended: type[Exception]
) -> None:
    in_use = Mock(side_effect=MachineInUseError("The cluster of the run in runs/other is still running."))
    first = waited and datetime.now(UTC) - timedelta(hours=waited)
    instance = SimpleNamespace(get_first_reschedule_date=lambda _context: first)
    monkeypatch.setattr(cluster, "start", in_use)
    monkeypatch.setattr(run_tasks, "get_current_context", lambda: {"ti": instance})
    with pytest.raises(ended) as raised:
        run_tasks.start_cluster.function("run-1")
    assert waited != 24 or "runs/other is still running. This run has waited since" in str(raised.value)


def test_the_form_needs_nothing_has_every_override_and_offers_experiments_and_releases(dag: Any) -> None:
    assert set(dag.params) == {"experiment", "run", *OVERRIDE_NAMES}
    dag.params.validate()
    assert dag.params["experiment"] == "cost"
    titles = dag.params.get_param("experiment").schema["values_display"]
    assert titles["guarantees-quick"] == "guarantees-quick: Do the guarantees hold?"
    assert set(titles) == set(dag.params.get_param("experiment").schema["examples"])
    assert {"0.11.0.0", "4.3.1"} <= set(dag.params.get_param("release").schema["examples"])


def test_each_cluster_of_somebodys_has_a_dag_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow.dag_processing.dagbag import DagBag

    monkeypatch.setenv("KERRAN_CLUSTERS", "kafka_old, kafka_new")
    dags = DagBag(dag_folder=ROOT / "dags" / "run_experiment.py").dags
    assert set(dags) == {"run_experiment", "run_experiment_kafka_old", "run_experiment_kafka_new"}
    assert dags["run_experiment_kafka_new"].params["cluster"] == "external:kafka_new"
