"""Invalid cells are listed, and their messages are counted; no figure includes them."""

from pathlib import Path

import pandas as pd

from include.matrix.plan import Treatment
from include.report.cost_differences import cost_differences
from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.publish import publish
from include.report.sections.environment import facts
from include.verdicts.compared_quantities import THROUGHPUT
from include.verdicts.guarantee import Verdict
from tests.report.page import read_page
from tests.report.synthetic import QUICK, make_plan, measured_run, plain_value

CROWDED = "at-least-once.r02"


def slow_in_block_two(treatment: Treatment, column: str, block: int) -> float | None:
    """In block 2 every metric of a span is a hundred times as large, and a message is lost."""
    value = plain_value(treatment, column, block)
    if column == "lost":
        return int(block == 2)
    return value * 100 if value and block == 2 and column.startswith("producer") else value


def run_with(folder: Path, *invalid: str, repetitions: int = 3) -> MeasuredRun:
    plan = make_plan(QUICK, repetitions=repetitions)
    return measured_run(folder, plan, slow_in_block_two, invalid=invalid)


def test_an_invalid_cell_is_not_among_the_repetitions(tmp_path: Path) -> None:
    run = run_with(tmp_path, CROWDED)
    assert run.repetitions("at-least-once", "producer_consumer_latency_p50").to_dict() == {1: 20.0, 3: 20.0}
    assert run.repetitions("at-most-once", "producer_consumer_latency_p50").max() == 2000.0


def test_an_invalid_cell_is_in_no_pair(tmp_path: Path) -> None:
    costs = cost_differences(run_with(tmp_path, CROWDED))
    assert {cost.difference.pairs for cost in costs if cost.quantity == THROUGHPUT} == {2}


def test_the_messages_of_an_invalid_cell_are_counted(tmp_path: Path) -> None:
    run = run_with(tmp_path, CROWDED)
    assert run.total("at-least-once", "lost") == 1
    assert run.guarantee("at-least-once") is Verdict.BROKEN


def test_an_invalid_cell_is_listed_with_its_reasons_and_counted_in_the_facts(tmp_path: Path) -> None:
    run = run_with(tmp_path, CROWDED)
    page = read_page(publish(run.folder))
    assert page.by_id("omitted-cells").rows() == [
        [CROWDED, "invalid", "others took 31% of the CPU; 25% at most (attempt 1)", f"cells/{CROWDED}/"]
    ]
    assert dict(facts(run))["Cells"].endswith("0 rejected, 1 invalid")
    assert "1 of the 12 measured cells is invalid" in page.by_id("answer").text


def test_a_run_with_only_invalid_cells_has_a_report_without_figures(tmp_path: Path) -> None:
    cells = tuple(cell.id for cell in make_plan(QUICK).cells)
    run = run_with(tmp_path, *cells)
    page = read_page(publish(run.folder))
    assert len(page.by_id("omitted-cells").rows()) == 12
    assert "12 of the 12 measured cells are invalid" in page.by_id("answer").text


def test_all_cells_of_results_without_validity_are_compared(tmp_path: Path) -> None:
    run = run_with(tmp_path)
    table = Path(str(run.folder), "results", "cells.parquet")
    pd.read_parquet(table).drop(columns=["validity", "invalid_because"]).to_parquet(table)
    assert len(read_measured_run(run.folder).valid_cells) == 12
    assert read_measured_run(run.folder).invalid == {}
