from dataclasses import replace

from include.kinds.metrics.registry import COLUMNS
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.summary import summary_rows
from include.verdicts.guarantee import Verdict


def cell(treatment: str, block: int, lost: float | None) -> MeasuredCell:
    identity = (f"{treatment}.r{block}", treatment, block, block, "4.3.1")
    return MeasuredCell(*identity, Verdict.KEPT, {"size": 1}, {**dict.fromkeys(COLUMNS, None), "lost": lost})


def test_the_summary_is_the_median_over_the_valid_cells_that_have_the_metric() -> None:
    crowded = replace(cell("crowded", 2, 100), invalid_because=["others took 31% of the CPU; 25% at most"])
    cells = [
        *(cell("repeated", block, lost) for block, lost in enumerate([5, 1, 3])),
        *(cell("partly", block, lost) for block, lost in enumerate([4, None, 2])),
        *(cell("six", block, lost) for block, lost in enumerate([6, 1, 5, 2, 4, 3])),
        cell("never", 1, None),
        *(cell("crowded", 1, 4), crowded),
    ]
    rows = (row for row in summary_rows(cells) if row["metric"] == "lost")
    assert {row["treatment"]: (row["median"], row["low"], row["high"], row["n"]) for row in rows} == {
        "repeated": (3, None, None, 3),
        "partly": (3, None, None, 2),
        "six": (3.5, 1, 6, 6),
        "never": (None, None, None, 0),
        "crowded": (4, None, None, 1),
    }
