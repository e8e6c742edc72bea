from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from include.report.web import run_facts, run_times
from tests.report.web.stored_runs import PLAN, VERDICT, put, put_run


def links(page: str) -> list[str]:
    """The addresses of the links in the main part of a page."""
    return [part.split('"')[0] for part in page.split("<main>")[1].split('href="')[1:]]


def planned(time: str) -> dict[str, object]:
    return {**PLAN, "created": time}


def test_the_newest_run_is_the_first_whatever_its_name(client: TestClient, runs: Path) -> None:
    put_run("cost-20261123T094500", report=None, plan=planned("2026-11-23T09:45:00Z"))
    put_run("monday", report=None, plan=planned("2026-11-24T01:30:00+02:00"))
    put_run("a-20261124T094500", report=None, plan=planned("2026-11-22T09:45:00Z"))
    put("unplanned/dag.txt", "run_experiment")
    (runs / "latest").symlink_to("monday")
    put("history/cost/index.html", "")
    names = ["monday", "cost-20261123T094500", "a-20261124T094500", "unplanned"]
    places = [client.get("/runs").text.index(f">{name}</a>") for name in names]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("ended", "took"),
    [("2026-11-23T09:49:45Z", "4 min 45 s"), ("2026-11-23T10:50:20Z", "1 h 05 min"), (None, "")],
)
def test_a_run_says_when_it_was_and_how_long_it_took(
    client: TestClient, ended: str | None, took: str
) -> None:
    put_run("cost-1")
    if ended:
        end_ns = int(datetime.fromisoformat(ended).timestamp()) * 10**9
        put("cost-1/cells/at-least-once.r1/manifest.json", f'{{"clock": {{"ended_wall_ns": {end_ns - 7}}}}}')
        put("cost-1/cells/at-least-once.r10/manifest.json", f'{{"clock": {{"ended_wall_ns": {end_ns}}}}}')
        put("cost-1/cells/at-least-once.r11/failure.json", "{}")
    page = client.get("/runs").text
    assert '<td data-title="Planned">2026-11-23 09:45 UTC</td>' in page
    assert f'<td data-title="Took" class="number">{took}</td>' in page


def test_the_time_of_a_plan_is_read_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    put_run("cost-1", report=None, verdict=None)
    client.get("/runs")
    read = Mock(side_effect=FileNotFoundError)
    monkeypatch.setattr(run_times, "read_below", read)
    assert "2026-11-23 09:45 UTC" in client.get("/runs").text
    assert not read.called


def test_a_search_finds_the_runs_with_every_word_or_says_that_there_is_none(client: TestClient) -> None:
    for name in ("cost-1", "cost-2", "quick-1"):
        put_run(name, report=None, verdict=None)
    assert links(client.get("/runs?q=COST+2").text) == ["/runs/cost-2"]
    put_run("cost-1")
    assert "No run has a name with these words." in client.get("/runs?q=absent").text
    assert "cost-1" in client.get("/runs?page=9").text  # the last page


def test_a_folder_without_runs_says_how_to_make_one(client: TestClient, runs: Path) -> None:
    assert "There is no run yet that you may read." in client.get("/runs").text
    runs.rmdir()
    assert "There is no run yet that you may read." in client.get("/").text


def test_only_a_pages_runs_are_read(client: TestClient, monkeypatch: pytest.MonkeyPatch, runs: Path) -> None:
    for number in range(3_000):
        (runs / f"cost-{number:04}").mkdir()
    read = Mock(return_value=b"{}")
    monkeypatch.setattr(run_facts, "read_below", read)
    page = client.get("/runs?page=60").text
    runs_read = sorted(call.args[0] for call in read.call_args_list)
    assert runs_read == [f"cost-{number}" for number in range(2_950, 3_000)]
    assert "Runs 2951 to 3000 of 3000" in page


def test_the_pages_of_a_search_lead_to_one_another(client: TestClient, runs: Path) -> None:
    for number in range(101):
        (runs / f"cost-{number:03}").mkdir()
    page = client.get("/runs?q=cost&page=2").text
    assert "Page 2 of 3" in page
    assert {"/runs?q=cost&amp;page=1", "/runs?q=cost&amp;page=3"} <= set(links(page))


def test_comparisons_are_of_the_newest_runs(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "were looked at" not in client.get("/comparisons").text
    for number in range(201):
        put_run(f"cost-{number:03}", report=None, verdict=None)
    put("cost-200/compared/cost-000.html", "<p>higher</p>")
    page = client.get("/comparisons").text
    assert "Only the newest 200 runs" in page
    assert "cost-200" not in page


def test_a_history_and_a_comparison_are_listed_and_served(client: TestClient) -> None:
    put("history/releases/index.html", "<p>26 releases</p>")
    assert links(client.get("/histories").text)[0] == "/history/releases/index.html"
    assert client.get("/history/releases/index.html").text == "<p>26 releases</p>"
    assert "No experiment" in client.get("/histories?q=cost").text
    put_run("candidate-1")
    put("candidate-1/compared/baseline-1.html", "<p>higher</p>")
    address = "/runs/candidate-1/compared/baseline-1.html"
    assert address in links(client.get("/comparisons").text)
    assert address in links(client.get("/runs").text)
    assert client.get(address).text == "<p>higher</p>"


@pytest.mark.parametrize("result", ["good", "broken", "worse", "incomplete"])
def test_a_run_is_listed_with_its_result_its_reasons_and_its_report(client: TestClient, result: str) -> None:
    put_run("cost-1", verdict={**VERDICT, "result": result, "reasons": ["A message was lost."]})
    page = client.get("/runs").text
    assert "/runs/cost-1/report/index.html" in links(page)
    assert f">{result}</span>" in page
    assert "A message was lost." in client.get("/runs/cost-1").text
