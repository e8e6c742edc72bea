from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from airflow.sdk.definitions._internal import contextmanager
from airflow.sdk.exceptions import AirflowFailException, ParamValidationError

from dags.wiring import application_fields, run_tasks
from dags.wiring.form_check import OF_USER
from include.plan.judging.experiment_for_application import FURTHER_SETTINGS
from include.plan.plan import read_plan


@pytest.fixture
def judging(dags: dict[str, Any]) -> Any:
    return dags["judge_application"]


@pytest.fixture
def judge(judging: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What plans the run of a form with these values, and returns its plan."""
    monkeypatch.setattr("include.machine.folders.RUNS", tmp_path)
    monkeypatch.setattr(run_tasks, "check_installation", lambda _context: None)

    def plan(run: str = "judged", **values: Any) -> Any:
        form = {**judging.params.dump(), "repetitions": 1, "run": run, **values}
        instance = SimpleNamespace(dag_id="judge_application", xcom_push=Mock())
        context = {"params": form, "run_id": "manual__1", "ti": instance}
        monkeypatch.setattr(contextmanager, "_CURRENT_CONTEXT", [context])
        judging.get_task("plan").python_callable()
        return read_plan(tmp_path / run)

    return plan


def test_the_tasks_are_those_of_an_experiment(judging: Any, dag: Any) -> None:
    assert {task.task_id for task in judging.tasks} == {task.task_id for task in dag.tasks}


def test_a_ready_made_application_is_judged_as_the_form_says(judge: Any) -> None:
    plan = judge(
        application="plain-python", promise="exactly-once", instances=2, outputs_per_message=3,
        message={"n": "{id}"}, id_at="/n",
    )  # fmt: skip
    settings = [cell.settings for cell in plan.cells]
    assert {cell.application for cell in settings} == {cell.variant for cell in settings} == {"plain-python"}
    assert {cell.semantics for cell in settings} == {"exactly-once"}
    assert {(cell.instances, cell.partitions, cell.outputs_per_message) for cell in settings} == {(2, 2, 3)}
    assert {(str(cell.message), cell.id_at) for cell in settings} == {("{'n': '{id}'}", "/n")}
    assert {"kill-application", "scale-application"} <= {cell.fault for cell in settings}


def test_a_run_is_completed_by_the_same_form_only(judge: Any) -> None:
    judge(application="plain-python")
    judge(application="plain-python")
    with pytest.raises(AirflowFailException, match="Run judged exists, and was planned with other values"):
        judge(application="plain-python", instances=2)


@pytest.mark.parametrize(
    "own",
    [
        {"command": "run {bootstrap_servers} {input_topic} {output_topic}"},
        {"image": "app:1", "environment": {"B": "{bootstrap_servers} {input_topic} {output_topic}"}},
    ],
)
def test_an_application_of_the_users_own_is_judged_only_if_forms_are_open(
    judge: Any, own: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AirflowFailException, match=f"{next(iter(own))}: is .*KERRAN_OPEN_FORMS=yes"):
        judge(**own)
    monkeypatch.setenv("KERRAN_OPEN_FORMS", "yes")
    assert {cell.settings.semantics for cell in judge(**own).cells} == {"at-least-once"}


def test_an_image_of_brokers_is_refused_here_too(judge: Any) -> None:
    with pytest.raises(AirflowFailException, match="kafka_image: own/kafka:1 names an image"):
        judge(application="plain-python", kafka_image="own/kafka:1")


def test_a_form_without_an_application_is_told_what_is_missing(judge: Any) -> None:
    with pytest.raises(AirflowFailException, match="command: give the command line or the image"):
        judge()


def test_the_fields_of_an_own_application_are_there_if_forms_are_open(
    judging: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging.params.validate()
    assert judging.params.keys().isdisjoint(OF_USER)
    monkeypatch.setenv("KERRAN_OPEN_FORMS", "yes")
    fields = application_fields.application_fields()
    assert set(fields) == {*FURTHER_SETTINGS, *OF_USER}
    assert str(fields["quiet_seconds"].description).endswith("Empty: 90.0.")


@pytest.mark.parametrize(
    ("field", "value"),
    [("application", "plain-pithon"), ("instances", 10), ("promise", "twice"), ("outputs_per_message", 0)],
)
def test_a_form_refuses_what_no_cell_can_have(judging: Any, field: str, value: object) -> None:
    with pytest.raises(ParamValidationError):
        judging.params[field] = value
