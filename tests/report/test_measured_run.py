from pathlib import Path

import pytest

from include.rawlog.cells_and_results_of_run import results_of_run
from include.report.measured_run import MissingTableError, read_measured_run
from include.spark_jobs.results.measured_cell import RejectedCell
from tests.report.synthetic import make_plan, write_run
from tests.spark_jobs.without_spark import write_results

PLAN = make_plan({"semantics": ["at-least-once"]}, 2)


@pytest.mark.parametrize("read", ["table", "parts"])
def test_a_table_that_results_lack_is_an_error(tmp_path: Path, read: str) -> None:
    folder = write_run(tmp_path, PLAN)
    (results_of_run(folder) / "violations.parquet").unlink()
    with pytest.raises(MissingTableError, match=r"violations\.parquet: is missing"):
        len(list(getattr(read_measured_run(folder), read)("violations")))


def test_a_run_without_results_has_empty_tables(tmp_path: Path) -> None:
    run = read_measured_run(write_run(tmp_path, PLAN, results=False))
    assert run.table("violations").empty
    assert run.cells.empty


def test_all_tables_are_those_of_one_computation(tmp_path: Path) -> None:
    folder = write_run(tmp_path, PLAN)
    run = read_measured_run(folder)
    assert len(run.cells) == 2
    write_results(folder, [], [RejectedCell("c", "damaged")])
    assert len(run.table("differences")) == 0
    assert run.rejected == {}
    assert len(run.summary) > 0
