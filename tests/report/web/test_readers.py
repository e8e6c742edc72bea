from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from include.report.web import access
from include.report.web.access import Reader
from tests.report.web.stored_runs import REPORT, put, put_run


@pytest.fixture(autouse=True)
def stored(runs: Path) -> None:
    """A run that the reader may read, one of another DAG, and one whose DAG is not recorded."""
    for name, dag in (("releases-1", "kafka_releases"), ("other-1", "run_experiment"), ("unknown-1", None)):
        put_run(name, dag=dag)


def test_the_list_and_the_files_are_of_the_runs_of_that_dag_only(releases_reader: TestClient) -> None:
    page = releases_reader.get("/runs").text
    assert "Runs 1 to 1 of 1" in page
    assert "releases-1" in page
    assert not any(name in page for name in ("other-1", "unknown-1"))
    assert releases_reader.get("/runs/releases-1/report/index.html").text == REPORT
    for address in ("other-1", "unknown-1", "other-1/report/index.html", "unknown-1/report/index.html"):
        answer = releases_reader.get(f"/runs/{address}")
        assert answer.status_code == 404
        assert "you may not read the DAG runs of the DAG that made it" in answer.text


def test_runs_without_a_recorded_dag_are_read_by_who_may_read_all(client: TestClient) -> None:
    page = client.get("/runs").text
    assert all(name in page for name in ("releases-1", "other-1", "unknown-1"))
    assert client.get("/runs/unknown-1/report/index.html").text == REPORT


def test_a_comparison_needs_the_right_to_both_runs(client: TestClient, releases_reader: TestClient) -> None:
    put_run("releases-2", dag="kafka_releases")
    for baseline in ("releases-2", "other-1"):
        put(f"releases-1/compared/{baseline}.html", "<p>higher</p>")
        put(f"releases-1/compared/{baseline}.md", "higher")
    for page in ("/comparisons", "/runs", "/runs/releases-1"):
        assert "other-1" in client.get(page).text
        assert "compared/releases-2.html" in releases_reader.get(page).text
        assert "other-1" not in releases_reader.get(page).text
    assert releases_reader.get("/runs/releases-1/compared/releases-2.html").text == "<p>higher</p>"
    for file in ("other-1.html", "other-1.md"):
        assert releases_reader.get(f"/runs/releases-1/compared/{file}").status_code == 404


def test_a_history_is_read_by_who_may_read_all_runs(releases_reader: TestClient) -> None:
    put("history/releases/index.html", "<p>26 releases</p>")
    page = releases_reader.get("/histories").text
    assert "you need the right to read the DAG runs of all DAGs" in page
    assert "/history/" not in page
    assert releases_reader.get("/history/releases/index.html").status_code == 404


def test_no_outside_file_makes_it_readable(releases_reader: TestClient, runs: Path, tmp_path: Path) -> None:
    (tmp_path / "dag.txt").write_text("kafka_releases")
    (runs / "other-1/dag.txt").unlink()
    (runs / "other-1/dag.txt").symlink_to(tmp_path / "dag.txt")
    assert releases_reader.get("/runs/other-1").status_code == 404


def test_no_file_is_read_to_list_runs_for_who_may_read_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(access, "read_below")
    assert Reader(frozenset(), reads_all=True).readable(["other-1"]) == ["other-1"]
