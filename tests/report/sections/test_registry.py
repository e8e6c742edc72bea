"""The part of a report that belongs to one kind of experiment."""

from pathlib import Path

import pytest

from include.rendering.table import Column, Row, plain_table
from include.report.publish import publish
from include.report.run import Run
from include.report.section import Section
from include.report.sections import registry as sections
from tests.report.page import read_page
from tests.report.synthetic import QUICK, make_plan, write_run


def rows(_run: Run) -> Section:
    table = plain_table("own-table", "Rows", [Column("What", numeric=False)], [Row(("one",))])
    empty = plain_table("empty-table", "None", [Column("What", numeric=False)], [])
    return Section("own", "Our own", ["What was found."], ["What was reproduced."], [table, empty])


def nothing(_run: Run) -> None:
    return None


def test_a_kind_of_experiment_answers_first_and_shows_what_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections, "SECTIONS", (nothing, rows))
    run = write_run(tmp_path, make_plan(QUICK))
    page = read_page(publish(run))
    text = (run / "report" / "report.md").read_text(encoding="utf-8")
    assert "What was found." in page.by_id("answer").text
    assert page.by_id("own-table").rows() == [["one"]]
    assert "What was reproduced." in page.by_id("own").text
    assert not [table for table in page.all("table") if table.attributes.get("id") == "empty-table"]
    assert "#own" in [link.attributes["href"] for link in page.all("nav")[0].all("a")]
    assert "## Our own\n\nWhat was reproduced." in text


def test_what_exactly_once_costs_is_not_the_question_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections, "SECTIONS", (rows,))
    page = read_page(publish(write_run(tmp_path, make_plan(QUICK))))
    assert not [section for section in page.all("section") if section.attributes["id"] == "tables"]
