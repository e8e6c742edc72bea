from pathlib import Path

import pytest

from include.rawlog.manifest import WarmUpRecord
from include.report.machine_readable import answer_if_published
from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.sections.environment import facts
from include.spark_jobs.results.measured_cell import RejectedCell
from tests.report.page import Element, read_page
from tests.report.synthetic import QUICK, Levels, fail, make_plan, plain_value, write_results, write_run

SMALL: Levels = {"semantics": ["at-least-once"]}
"""Three cells of one treatment."""


def omitted(page: Element) -> list[list[str]]:
    return page.by_id("omitted-cells").rows()


@pytest.mark.usefixtures("drawn")
def test_publish_writes_a_page_and_a_text(quick_run: Path) -> None:
    assert publish(quick_run) == quick_run / "report" / "index.html"
    text = (quick_run / "report" / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# What exactly-once costs")


def test_publish_writes_the_answer_for_other_programs(quick_run: Path, tmp_path: Path) -> None:
    answer = answer_if_published(quick_run / "report")
    assert answer
    assert answer.is_about_cost
    assert answer.sentences[-1].startswith("Of ")
    assert answer_if_published(tmp_path) is None


def test_a_run_without_a_sealed_cell_has_a_report_that_says_so(tmp_path: Path) -> None:
    plan = make_plan(QUICK, published="thesis")
    unsealed = write_run(tmp_path, plan, without=tuple(cell.id for cell in plan.cells), results=False)
    page = read_page(publish(unsealed))
    assert "This run has no sealed cell that can be read" in page.by_id("answer").text
    assert not page.all("figure")
    assert len(omitted(page)) == len(plan.cells)


def test_sealed_cells_without_results_are_listed_as_not_measured(tmp_path: Path) -> None:
    page = read_page(publish(write_run(tmp_path, make_plan(SMALL), results=False)))
    assert "There are no results of this run's cells" in page.by_id("answer").text
    assert {row[1] for row in omitted(page)} == {"not measured"}


def test_a_failed_cell_is_listed_with_its_reason_and_where_its_output_lies(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SMALL), without=("at-least-once.r02",))
    fail(run, "at-least-once.r02", "the producer was killed")
    (row,) = omitted(read_page(publish(run)))
    assert row[:3] == ["at-least-once.r02", "failed", "the producer was killed (attempt 1)"]
    assert row[3:] == ["cells/at-least-once.r02/producer.log"]


def test_a_cell_that_left_nothing_is_listed_as_missing(tmp_path: Path) -> None:
    page = read_page(publish(write_run(tmp_path, make_plan(SMALL), without=("at-least-once.r02",))))
    assert [row[:2] for row in omitted(page)] == [["at-least-once.r02", "missing"]]
    assert "based on 2 of 3 planned cells" in page.by_id("answer").text


def test_a_rejected_cell_is_listed_with_the_reason_of_the_job(tmp_path: Path) -> None:
    plan = make_plan(SMALL)
    run = write_run(tmp_path, plan, results=False)
    rejected, *others = plan.cells
    write_results(run, plan, others, plain_value, (RejectedCell(rejected.id, "sent.parquet is cut short"),))
    (row,) = omitted(read_page(publish(run)))
    assert row[:3] == [rejected.id, "rejected", "sent.parquet is cut short"]


def test_text_from_outside_is_escaped(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SMALL, title="<b>bold</b>"), without=("at-least-once.r02",))
    fail(run, "at-least-once.r02", "<script>alert(1)</script>")
    page = read_page(publish(run))
    assert page.all("h1")[0].text == "<b>bold</b>"
    assert omitted(page)[0][2].startswith("<script>")


@pytest.mark.parametrize(
    ("steady", "words"),
    [
        (True, "13 s, until the brokers were seen to be warm"),
        (False, "13 s, and the brokers were not seen to be warm at the end"),
    ],
)
def test_the_facts_say_whether_the_brokers_were_warm(quick_run: Path, steady: bool, words: str) -> None:
    run = read_measured_run(quick_run)
    warm_up = WarmUpRecord(seconds=12.7, steady=steady)
    cell = next(iter(run.manifests))
    run.manifests[cell] = run.manifests[cell].model_copy(update={"warm_up": warm_up})
    assert ("Warm-up", words) in facts(run)
