from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from include.machine.storage.object_store_errors import StorageError
from include.report.web import app as web_app
from tests.report.web.stored_runs import ADDRESSES, put, put_run


def test_a_browser_without_a_login_is_led_to_it_and_back(stranger: TestClient) -> None:
    address, browser = "/runs/cost-1/report/index.html?a=b", {"Accept": "text/html,*/*;q=0.8"}
    answer = stranger.get(address, headers=browser, follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/login?next={address}")


def policy_of(client: TestClient, address: str) -> list[str]:
    put_run("cost-1")
    answer = client.get(address, follow_redirects=False)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return str(answer.headers["Content-Security-Policy"]).split("; ")


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_forbids_foreign_content_and_frames(client: TestClient, address: str) -> None:
    policy = policy_of(client, address)
    assert policy[0] == "default-src 'none'"
    assert "frame-ancestors 'self'" in policy
    assert "unsafe-eval" not in str(policy)


REPORT_PAGE = "/runs/cost-1/report/index.html"


@pytest.mark.parametrize("address", ["/runs", "/runs/cost-1", "/comparisons", "/absent", REPORT_PAGE])
def test_no_page_runs_a_script_and_all_but_reports_may_send_forms(client: TestClient, address: str) -> None:
    policy = policy_of(client, address)
    assert {"script-src 'none'", "style-src 'unsafe-inline'"} <= {*policy}
    assert ("form-action 'none'" if address == REPORT_PAGE else "form-action 'self'") in policy


def test_a_file_is_served_as_what_it_is(client: TestClient) -> None:
    types = {
        "report/index.html": "text/html; charset=utf-8",
        "report/report.md": "text/plain; charset=utf-8",
        "report/answer.json": "application/json",
        "results/cells.csv": "text/csv; charset=utf-8",
        "results/verdict.json": "application/json",
    }
    for name, content_type in types.items():
        put(f"cost-1/{name}", "content")
        assert client.get(f"/runs/cost-1/{name}").headers["Content-Type"] == content_type


def test_a_dag_run_leads_to_its_report_or_to_its_run_without_one(client: TestClient) -> None:
    put_run("cost-1", report=None)
    answer = client.get("/dag-run?dag_id=run_experiment&run_id=manual__1")
    assert answer.url.path == "/runs/cost-1"
    assert "This run has no report, or not yet." in answer.text
    put_run("cost-1")
    answer = client.get("/dag-run?dag_id=run_experiment&run_id=manual__1", follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/runs/cost-1/report/index.html")


@pytest.mark.parametrize("dag_run", ["unknown", "hostile", "<script>"])
def test_a_dag_run_without_a_run_says_so(client: TestClient, dag_run: str) -> None:
    answer = client.get("/dag-run", params={"dag_id": "run_experiment", "run_id": dag_run})
    assert "has planned no run of Kerran" in answer.text
    assert "<script" not in answer.text


def test_the_links_of_a_mounted_application_begin_with_its_path(client: TestClient) -> None:
    put_run("cost-1")
    mounted = TestClient(client.app, root_path="/airflow/kerran")
    assert 'href="/airflow/kerran/runs/cost-1/report/index.html"' in mounted.get("/airflow/kerran/runs").text


def test_a_store_that_does_not_answer_is_named_in_the_log_and_not_to_readers(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unreachable = StorageError("s3.example:443 cannot be reached")
    monkeypatch.setattr(web_app, "find_runs", Mock(side_effect=unreachable))
    answer = client.get("/runs")
    assert answer.status_code == 503
    assert "The log of Airflow's API server has the reason" in answer.text
    assert "s3.example" not in answer.text
    assert "'/runs': s3.example:443 cannot be reached" in caplog.text
