import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from typing import Any

import pytest
from airflow.sdk import TriggerRule
from airflow.sdk.exceptions import AirflowFailException, ParamValidationError

from dags.wiring.notify import Alert

REASONS = ["Candidate (4.2.0) is worse (lower) in end-to-end throughput of at-least-once by 20 %."]


@pytest.fixture
def regression(dags: dict[str, Any]) -> Any:
    return dags["compare_candidate"]


def test_after_the_report_a_person_is_asked_in_this_dag_only(regression: Any, dags: dict[str, Any]) -> None:
    assert regression.get_task("compare").upstream_task_ids == {"plan", "publish"}
    assert regression.get_task("check_verdict").upstream_task_ids == {"plan", "publish", "accept_regression"}
    assert {name for name, dag in dags.items() if dag.has_task("accept_regression")} == {"compare_candidate"}
    task = regression.get_task("accept_regression")
    assert "publish" in task.upstream_task_ids
    assert task.get_flat_relative_ids(upstream=True) > {"stop_cluster", "measure"}


@pytest.mark.parametrize("hours", [0, -1, 169, "a day"])
def test_the_form_refuses_a_time_that_is_none(regression: Any, hours: object) -> None:
    with pytest.raises(ParamValidationError):
        regression.params["accept_within_hours"] = hours


def test_it_runs_every_night_once_switched_on_and_a_time_out_rejects(regression: Any) -> None:
    assert regression.schedule == "0 2 * * *"
    assert (regression.catchup, regression.max_active_runs) == (False, 1)
    assert regression.is_paused_upon_creation
    regression.params.validate()
    assert regression.params["experiment"] == "regression"
    assert regression.get_task("accept_regression").defaults == ["Reject"]
    assert regression.get_task("check_verdict").trigger_rule == TriggerRule.NONE_FAILED
    assert {task.task_id for task in regression.leaves} == {"compare", "check_verdict"}
    assert [asset.name for asset in regression.get_task("compare").outlets] == ["kerran_comparison"]


class Hook(BaseHTTPRequestHandler):
    """A web hook that keeps what it is told, and answers as its server says."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.told.append(json.loads(body))  # type: ignore[attr-defined]
        self.send_response(self.server.answer)  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    server: Any = HTTPServer(("127.0.0.1", 0), Hook)
    server.told, server.answer = [], 200
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/secret"
    secret = {"conn_type": "http", "host": "never.invalid", "password": address}
    monkeypatch.setenv("AIRFLOW_CONN_KERRAN_ALERTS", json.dumps(secret))
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def alert(regression: Any, task: str = "check_verdict", failure: str = "") -> None:
    (callback,) = regression.get_task(task).on_failure_callback
    run = SimpleNamespace(dag_id="compare_candidate", run_id="nightly")
    pushed = {("check_verdict", "reasons"): REASONS}
    instance = SimpleNamespace(task_id=task, xcom_pull=lambda task_ids, key: pushed.get((task_ids, key)))
    callback.notify({"dag_run": run, "ti": instance, "exception": AirflowFailException(failure)})


def test_a_regression_or_any_other_failure_is_told_to_the_web_hook(regression: Any, hook: Any) -> None:
    alert(regression)
    alert(regression, "start_cluster", "broker 2 is gone")
    assert hook.told[0]["reasons"] == REASONS
    assert [message["text"] for message in hook.told] == [
        f"compare_candidate, nightly: {REASONS[0]}",
        "compare_candidate, nightly: start_cluster failed: broker 2 is gone",
    ]


def test_every_task_of_every_dag_alerts_once_when_it_fails_except_the_cells(dags: dict[str, Any]) -> None:
    silent = {
        (name, task.task_id)
        for name, dag in dags.items()
        for task in dag.tasks
        if [type(callback) for callback in task.on_failure_callback or ()] != [Alert]
    }
    assert silent == {(name, "run_cell") for name, dag in dags.items() if dag.has_task("run_cell")}


def test_an_alert_that_is_not_delivered_is_logged_without_its_address(
    regression: Any, hook: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    hook.answer = 500
    alert(regression)
    assert "The alert was not delivered: HTTPStatusError" in caplog.text
    assert "secret" not in caplog.text
    monkeypatch.delenv("AIRFLOW_CONN_KERRAN_ALERTS")
    alert(regression)
    assert "there is no connection kerran_alerts" in caplog.text
