from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.report.web.stored_runs import REPORT, put, put_run


@pytest.fixture(autouse=True)
def run(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("secret")
    put_run("cost-1")


@pytest.mark.parametrize("up", ["%2e%2e", "%2e%2e%2f%2e%2e", "..%2f..", "..%5c..", "....", "%00", "%2f"])
@pytest.mark.parametrize(
    "address",
    [
        "/runs/{up}/report/index.html",
        "/runs/cost-1/{up}/secret.html",
        "/runs/cost-1/report/{up}",
        "/runs/cost-1/report/{up}/secret.html",
        "/runs/cost-1/report/{up}%2fsecret.html",
        "/history/{up}/secret.html",
        "/history/cost/{up}%2f..%2fsecret.html",
        "/{up}/secret.html",
    ],
)
def test_no_address_leads_out_of_the_runs(client: TestClient, address: str, up: str) -> None:
    answer = client.get(address.format(up=up))
    assert answer.status_code == 404
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    "file",
    ["plan.json", "cells/a/manifest.json", "report/x.exe", "report/.hidden.html", "results/cells.parquet"],
)
def test_files_that_are_not_for_readers_are_not_served(client: TestClient, file: str) -> None:
    put(f"cost-1/{file}", "secret")
    assert client.get(f"/runs/cost-1/{file}").status_code == 404


def test_only_the_current_results_are_served_and_named(client: TestClient, runs: Path) -> None:
    put("cost-1/results/20261128T000000-aaaa/cells.csv", "new")
    (runs / "cost-1/results/current").symlink_to("20261128T000000-aaaa")
    (runs / "cost-1/results/cells.csv").symlink_to("current/cells.csv")
    assert client.get("/runs/cost-1/results/cells.csv").text == "new"
    assert "20261128" not in client.get("/runs/cost-1").text
    assert client.get("/runs/cost-1/results/20261128T000000-aaaa/cells.csv").status_code == 404


def test_a_very_long_name_and_a_folder_named_like_a_report_are_absent(client: TestClient, runs: Path) -> None:
    name = "x" * 300
    for address in (f"/runs/{name}", f"/runs/{name}/report/index.html", f"/runs/cost-1/report/{name}.html"):
        assert client.get(address).status_code == 404
    (runs / "cost-1/report/folder.html").mkdir()
    assert client.get("/runs/cost-1/report/folder.html").status_code == 404


def test_a_link_to_anything_outside_is_not_followed(client: TestClient, runs: Path, tmp_path: Path) -> None:
    (runs / "cost-1/report/linked.html").symlink_to(tmp_path / "secret.html")
    assert client.get("/runs/cost-1/report/linked.html").status_code == 404
    (tmp_path / "outside/report").mkdir(parents=True)
    (tmp_path / "outside/report/index.html").write_text("secret")
    (runs / "linked").symlink_to(tmp_path / "outside")
    (runs / "cost-1/compared").symlink_to(tmp_path / "outside/report")
    assert client.get("/runs/linked/report/index.html").status_code == 404
    assert client.get("/runs/cost-1/compared/index.html").status_code == 404
    assert "index.html" not in client.get("/comparisons").text


def test_a_folder_of_runs_that_is_itself_reached_by_a_link_is_served(
    client: TestClient, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").symlink_to(runs)
    monkeypatch.setattr("include.machine.folders.RUNS", tmp_path / "elsewhere")
    assert client.get("/runs/cost-1/report/index.html").text == REPORT
