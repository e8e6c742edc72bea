from pathlib import Path
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient

from include.web import run_facts, run_store
from tests.web.stored_runs import VERDICT, put, put_run


def links(page: str) -> list[str]:
    """The addresses of the links in the main part of a page."""
    return [part.split('"')[0] for part in page.split("<main>")[1].split('href="')[1:]]


def test_the_newest_run_is_the_first_and_runs_without_a_time_are_the_last(runs: Path) -> None:
    dated = ["manual__2026-11-23T094501.123-0000", "a-20261123T094500", "b-20251123T094500"]
    newest_first = [*dated, "kafka-3.1.1"]
    for name in sorted(newest_first):
        put_run(name, report=None, verdict=None)
    (runs / "latest").symlink_to("kafka-3.1.1")
    put("history/cost/index.html", "")
    assert run_store.find_runs("") == newest_first


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
