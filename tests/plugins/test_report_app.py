import itertools
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from airflow.plugins_manager import get_plugin_info

from plugins.report_app import PREFIX, views
from tests.plugins.conftest import Reader
from tests.report.web.stored_runs import ADDRESSES, REPORT, put_run

NUMBERS = itertools.count(1)
"""The number of each DAG run in the database."""


def push_run(dag_run: str, value: object) -> None:
    """Write a DAG run, and what its task that plans a run pushed, as the API for tasks writes it."""
    from airflow.models.dagrun import DagRun
    from airflow.models.xcom import XComModel
    from airflow.utils.session import create_session
    from sqlalchemy import insert, text

    number = next(NUMBERS)
    names = {"dag_id": "run_experiment", "run_id": dag_run}
    run = {**names, "id": number, "run_type": "manual", "run_after": datetime.now(UTC)}
    pushed = {**names, "dag_run_id": number, "task_id": "plan", "map_index": -1, "key": "run", "value": value}
    with create_session() as session:
        session.execute(text("PRAGMA foreign_keys=OFF"))  # there is no task instance
        session.execute(insert(DagRun).values(run))
        session.execute(insert(XComModel).values(pushed))


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_reads_anything_without_a_login_or_without_a_role(reader: Reader, address: str) -> None:
    put_run("cost-1")
    answer = reader(None).get(f"{PREFIX}{address}")
    assert answer.status_code == 401
    assert "cost-1" not in answer.text
    forbidden = reader("").get(f"{PREFIX}{address}")
    assert forbidden.status_code == 403
    assert "Nothing was lost" not in forbidden.text
    assert "You may read no run here" in forbidden.text
    stranger = reader(None)
    stranger.cookies.set("_token", "a.b.c")
    assert stranger.get(f"{PREFIX}/runs").status_code == 403


def test_a_link_leads_to_the_report_over_the_login(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW__API__BASE_URL", "https://example.org/team/airflow/")
    page = f"{PREFIX}/runs/cost-1/report/index.html"
    login = urlsplit(reader(None).get(page, headers={"Accept": "text/html"}).headers["Location"])
    assert login.path == "/team/airflow/api/v2/auth/login"
    assert parse_qs(login.query) == {"next": [page]}


@pytest.mark.parametrize("role", ["viewer", "user", "op", "admin"])
def test_whoever_may_read_runs_of_airflow_reads_reports(reader: Reader, role: str) -> None:
    put_run("cost-1")
    assert reader(role).get(f"{PREFIX}/runs/cost-1/report/index.html").text == REPORT


@pytest.mark.parametrize(("role", "run"), [("run_experiment", "cost-1"), ("kafka_releases", "releases-1")])
def test_a_reader_of_one_dag_reads_its_reports_only(reader: Reader, role: str, run: str) -> None:
    put_run("cost-1", dag="run_experiment")
    put_run("releases-1", dag="kafka_releases")
    page = reader(role).get(f"{PREFIX}/runs").text
    assert [name for name in ("cost-1", "releases-1") if name in page] == [run]


def dag_run_page(reader: Reader, run: str, role: str = "viewer") -> httpx.Response:
    names = {"dag_id": "run_experiment", "run_id": run}
    page: httpx.Response = reader(role).get(f"{PREFIX}/dag-run", params=names)
    return page


def test_a_dag_run_of_another_dag_is_refused(reader: Reader) -> None:
    assert dag_run_page(reader, "manual__1", "kafka_releases").status_code == 403


def test_a_dag_run_leads_to_the_run_that_its_first_task_planned(reader: Reader) -> None:
    put_run("cost-1")
    push_run("manual__2026-11-23T09:45:00+00:00", "cost-1")
    page = dag_run_page(reader, "manual__2026-11-23T09:45:00+00:00")
    assert page.headers["Location"] == f"{PREFIX}/runs/cost-1/report/index.html"


@pytest.mark.parametrize("value", ["not a name", ["cost-1"], "../cost-1", "<script>", {}, None])
def test_what_is_no_name_of_a_run_leads_nowhere(reader: Reader, value: object) -> None:
    push_run(f"odd-{value}", value)
    assert "has planned no run of Kerran" in dag_run_page(reader, f"odd-{value}").text


def test_airflow_loads_the_plugin_with_an_entry_and_a_tab_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    (plugin,) = [listed for listed in get_plugin_info() if listed["name"] == "kerran"]
    assert str(plugin["source"]).startswith("kerran==")
    assert plugin["timetables"] == ["plugins.release_timetable.ReleaseTimetable"]
    assert [view["destination"] for view in plugin["external_views"]] == ["nav", "dag_run"]
    assert [app["url_prefix"] for app in plugin["fastapi_apps"]] == [PREFIX]
    monkeypatch.setenv("AIRFLOW__API__BASE_URL", "https://example.org/team/airflow/")
    assert views()[0]["href"] == "/team/airflow/kerran/runs"
