from types import SimpleNamespace
from typing import Any

import pytest

from dags.wiring.report_link import ReportLink


def link_of(*arguments: object) -> str:
    return ReportLink().get_link(SimpleNamespace(op_args=arguments), ti_key=None)  # type: ignore[arg-type]


def test_every_task_that_publishes_a_report_links_to_it(dags: dict[str, Any], dag: Any) -> None:
    from airflow.serialization.serialized_objects import DagSerialization

    tasks = [task for dag in dags.values() for task in dag.tasks]
    linked = {task.dag_id for task in tasks if ReportLink() in task.operator_extra_links}
    assert linked == {"run_experiment", "judge_application", "kafka_releases", "compare_candidate"}
    read = DagSerialization.from_dict(DagSerialization.to_dict(dag))
    assert read.get_task("publish").extra_links == ["Kerran report"]
    assert read.get_task("check_verdict").extra_links == []


def test_the_link_opens_the_report_in_the_frame_below_airflows_path(monkeypatch: pytest.MonkeyPatch) -> None:
    assert link_of("cost-1") == "/plugin/kerran/kerran/runs/cost-1/report/index.html"
    monkeypatch.setenv("AIRFLOW__API__BASE_URL", "https://example.org/airflow")
    assert link_of("cost-1") == "/airflow/plugin/kerran/airflow/kerran/runs/cost-1/report/index.html"


@pytest.mark.parametrize("argument", ["../cost-1", "<script>", "", None, 3, "x" * 300])
def test_a_task_that_does_not_know_its_run_has_no_link(argument: object) -> None:
    assert link_of(argument) == ""
