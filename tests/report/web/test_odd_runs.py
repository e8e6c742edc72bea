import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.report.web.stored_runs import PLAN, VERDICT, put, put_run

SCRIPT = "<script>alert(1)</script>"


def test_a_run_without_results_and_a_report_without_a_verdict_say_so(client: TestClient) -> None:
    put_run("cost-1", report=None, verdict=None)
    assert "no results yet" in client.get("/runs/cost-1").text
    assert "report/index.html" not in client.get("/runs").text
    put_run("cost-1", verdict=None)
    assert "not judged" in client.get("/runs").text


def test_a_run_whose_regression_was_accepted_says_by_whom_and_why(client: TestClient) -> None:
    put_run("cost-1", verdict={**VERDICT, "result": "worse", "reasons": ["The candidate is worse."]})
    content = {"by": SCRIPT, "at": "2026-11-24T09:30:00Z", "reason": SCRIPT}
    accepted = {"run": "cost-1", "experiment": "cost", "arms": {}, "regressions": [], **content}
    put("cost-1/results/acceptance.json", json.dumps(accepted))
    page = client.get("/runs/cost-1").text
    escaped = "&lt;script&gt;alert(1)&lt;/script&gt;"
    assert f"The regression was accepted by {escaped} on 2026-11-24: {escaped}" in page
    assert SCRIPT not in page


@pytest.mark.parametrize("content", ["", "{", "null"])
def test_a_damaged_acceptance_is_said_to_be_unreadable(client: TestClient, content: str) -> None:
    put_run("cost-1")
    assert "accepted" not in client.get("/runs/cost-1").text
    put("cost-1/results/acceptance.json", content)
    page = client.get("/runs/cost-1").text
    assert "was accepted" not in page
    assert "cannot read who accepted the regression" in page


def test_a_run_of_an_older_schema_says_what_cannot_be_read_and_may_be_none(client: TestClient) -> None:
    put_run("cost-1", plan={"experiment": "cost"}, verdict={"version": 0})
    page = client.get("/runs/cost-1").text
    assert "cannot read the plan" in page
    assert "cannot read the verdict" in page
    assert client.get("/runs").status_code == 200
    put("cost-2/report/readme.txt", "")
    assert client.get("/runs/cost-2").status_code == 404


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\x00"])
def test_a_damaged_verdict_does_not_hide_the_other_runs(client: TestClient, content: str) -> None:
    put_run("cost-1")
    put("cost-2/results/verdict.json", content)
    page = client.get("/runs").text
    assert "unreadable verdict" in page
    assert ">good</span>" in page


def test_a_plan_of_ten_thousand_cells_has_a_page(client: TestClient) -> None:
    cells = [{"id": f"exactly-once.r{number:05}", "settings": {}} for number in range(10_000)]
    reasons = [f"cell {number} is missing" for number in range(10_000)]
    put_run("cost-1", plan={**PLAN, "cells": cells}, verdict={**VERDICT, "cells": 10_000, "reasons": reasons})
    page = client.get("/runs/cost-1").text
    assert "9980 more reasons" in page
    assert len(page) < 20_000


@pytest.mark.parametrize("name", [SCRIPT.replace("/", ""), "a b", "x" * 101, "x" * 250, "naïve", '"><b'])
def test_a_folder_with_the_name_of_no_run_is_not_shown(client: TestClient, runs: Path, name: str) -> None:
    (runs / name).mkdir()
    assert name not in client.get("/runs").text


def test_hostile_texts_of_files_are_shown_as_text(client: TestClient) -> None:
    experiment = {"name": SCRIPT, "title": SCRIPT, "question": SCRIPT}
    verdict = {**VERDICT, "result": SCRIPT, "reasons": [SCRIPT], "release": SCRIPT, "experiment": SCRIPT}
    put_run("cost-1", plan={**PLAN, "experiment": experiment, "created": SCRIPT}, verdict=verdict)
    for address in ("/runs", "/runs/cost-1"):
        page = client.get(address).text
        assert "<script" not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize("list_", ["runs", "histories", "comparisons"])
def test_a_hostile_search_is_shown_as_text_and_a_long_one_refused(client: TestClient, list_: str) -> None:
    assert "<script" not in client.get(f"/{list_}", params={"q": f'">{SCRIPT}'}).text
    assert client.get(f"/{list_}", params={"q": "x" * 300}).status_code == 422
