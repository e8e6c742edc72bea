from pathlib import Path

import pytest

from include.rawlog.start_records import WarmUpRecord
from include.report.measured_run import read_measured_run
from include.report.pages.wording import DASH
from include.report.publish import publish
from include.report.sections.environment import facts
from include.report.sections.excluded_cells import NOT_MEASURED, NOT_RUN
from include.spark_jobs.results.measured_cell import RejectedCell
from tests.report.page import Element, read_page
from tests.report.synthetic import QUICK, Levels, fail, make_plan, plain_value, write_results, write_run

SMALL: Levels = {"semantics": ["at-least-once"]}
"""Three cells of one treatment."""


def omitted(page: Element) -> list[list[str]]:
    return page.by_id("omitted-cells").rows()


def test_a_run_without_a_sealed_cell_has_a_report_that_says_so(tmp_path: Path) -> None:
    plan = make_plan(QUICK, published="thesis")
    unsealed = write_run(tmp_path, plan, without=tuple(cell.id for cell in plan.cells), results=False)
    fail(unsealed, plan.cells[0].id, "the application ended with code 1")
    page = read_page(publish(unsealed))
    assert "No cell was measured, so there is no answer yet" in page.by_id("answer").text
    assert f"{plan.cells[0].id} failed: the application ended with code 1" in page.by_id("answer").text
    assert [section.attributes["id"] for section in page.all("section")] == [
        "answer",
        "run",
        "omitted",
        "repeat",
    ]
    assert not page.all("figure")
    assert len(omitted(page)) == len(plan.cells)
    unmeasured = read_page(publish(write_run(tmp_path / "unmeasured", make_plan(SMALL), results=False)))
    assert "There are no results of this run's cells" in unmeasured.by_id("answer").text


def test_every_cell_that_no_median_includes_is_listed_with_what_happened_to_it(tmp_path: Path) -> None:
    plan = make_plan(SMALL, 6)
    failed, missing, rejected, invalid, unmeasured, _ = sorted(cell.id for cell in plan.cells)
    run = write_run(tmp_path, plan, without=(failed, missing), results=False)
    fail(run, failed, "the producer was killed")
    measured = [cell for cell in plan.cells if cell.id[-1] in "46"]
    reason = RejectedCell(rejected, "sent.parquet is cut short")
    write_results(run, plan, measured, plain_value, (reason,), invalid=(invalid,))
    page = read_page(publish(run))
    assert omitted(page) == [
        [failed, "failed", "the producer was killed (attempt 1)", f"cells/{failed}/producer.log"],
        [rejected, "rejected", "sent.parquet is cut short", f"cells/{rejected}/"],
        [invalid, "invalid", "others took 31% of the CPU; 25% at most (attempt 1)", f"cells/{invalid}/"],
        [missing, "missing", NOT_RUN, DASH],
        [unmeasured, "not measured", NOT_MEASURED, f"cells/{unmeasured}/"],
    ]
    answer = page.by_id("answer").text
    assert "based on 2 of 6 planned cells" in answer
    assert "1 of the 2 measured cells is invalid" in answer
    assert dict(facts(read_measured_run(run)))["Cells"].endswith("1 rejected, 1 invalid")


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
