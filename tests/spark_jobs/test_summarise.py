from dataclasses import replace

from include.metrics.registry import COLUMNS
from include.spark_jobs.cell import MeasuredCell
from include.spark_jobs.summarise import Summary, summarise
from include.verdicts.guarantee import Verdict


def cell(treatment: str, block: int, lost: float | None) -> MeasuredCell:
    metrics = {**dict.fromkeys(COLUMNS, None), "lost": lost}
    return MeasuredCell(
        f"{treatment}.r{block}", treatment, block, block, "4.3.1", Verdict.KEPT, {"size": 1}, metrics
    )


def lost(values: list[float | None]) -> Summary:
    summaries = summarise(cell("a", block, value) for block, value in enumerate(values))
    return next(summary for summary in summaries if summary.metric == "lost")


def test_the_summary_is_the_median_over_the_repetitions() -> None:
    row = lost([5, 1, 3]).row()
    assert row == {
        "treatment": "a",
        "size": 1,
        "span": None,
        "metric": "lost",
        "unit": "messages",
        "median": 3,
        "low": None,
        "high": None,
        "n": 3,
        "median_of_first_attempts": 3,
        "n_first_attempts": 3,
    }


def test_the_median_without_cells_that_were_measured_again_stands_beside_the_median() -> None:
    cells = [cell("a", 1, 4), cell("a", 2, 8), replace(cell("a", 3, 9), attempt=2)]
    (summary,) = (one for one in summarise(cells) if one.metric == "lost")
    assert (summary.median, summary.n) == (8, 3)
    assert (summary.median_of_first_attempts, summary.n_first_attempts) == (6, 2)


def test_cells_without_the_metric_do_not_count() -> None:
    assert (lost([4, None, 2]).median, lost([4, None, 2]).n) == (3, 2)


def test_invalid_cells_do_not_count() -> None:
    crowded = replace(cell("a", 2, 100), invalid_because=["others took 31% of the CPU; 25% at most"])
    (summary,) = (one for one in summarise([cell("a", 1, 4), crowded]) if one.metric == "lost")
    assert (summary.median, summary.n) == (4, 1)


def test_a_treatment_whose_cells_are_all_invalid_has_no_summary() -> None:
    assert summarise([replace(cell("a", 1, 4), invalid_because=["too cold"])]) == []


def test_a_metric_that_no_cell_has_is_empty() -> None:
    assert (lost([None, None]).median, lost([None, None]).n) == (None, 0)


def test_every_treatment_has_every_metric_in_both_spans() -> None:
    summaries = summarise([cell("b", 1, 0), cell("a", 1, 0)])
    assert len(summaries) == 2 * len(COLUMNS)
    assert [summary.treatment for summary in summaries] == ["a"] * len(COLUMNS) + ["b"] * len(COLUMNS)
