from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from include.history.errors import HistoryError
from include.history.past_runs import read_past_run, read_past_runs
from include.verdicts.compared_quantities import THROUGHPUT
from tests.history.past import write


def left_out(runs: Path) -> dict[str, str]:
    write(runs, "good")
    return read_past_runs(runs, "releases").left_out


def mark(run: Path, validity: list[str]) -> None:
    cells = run / "results" / "cells.parquet"
    pd.read_parquet(cells).assign(validity=validity).to_parquet(cells)


def test_runs_are_read_the_oldest_first(tmp_path: Path) -> None:
    for name, day in (("a", 3), ("b", 1), ("c", 2)):
        write(tmp_path, name, day=day)
    assert [run.name for run in read_past_runs(tmp_path, "releases").runs] == ["b", "c", "a"]


def test_a_run_that_was_not_measured_is_named(tmp_path: Path) -> None:
    write(tmp_path, "fresh", results=False)
    assert left_out(tmp_path) == {"fresh": "no results/cells.parquet: not measured yet"}


def test_a_run_of_another_experiment_is_named_with_that_experiment(tmp_path: Path) -> None:
    write(tmp_path, "other", experiment="quick")
    assert left_out(tmp_path) == {"other": "a run of quick"}


def test_a_broken_plan_is_named_with_its_error(tmp_path: Path) -> None:
    (write(tmp_path, "broken") / "plan.json").write_text('{"run_id": 1}')
    assert left_out(tmp_path)["broken"].startswith("its plan.json cannot be read: run_id: Input should be")


def test_broken_results_are_named(tmp_path: Path) -> None:
    (write(tmp_path, "broken") / "results" / "cells.parquet").write_text("no Parquet")
    assert left_out(tmp_path)["broken"].startswith("its results/cells.parquet cannot be read: ")


def test_results_of_another_version_of_the_tables_are_named(tmp_path: Path) -> None:
    cells = write(tmp_path, "older") / "results" / "cells.parquet"
    table = pq.read_table(cells)
    pq.write_table(table.replace_schema_metadata({"kerran.tables_version": "1"}), cells)
    assert left_out(tmp_path)["older"] == (
        "its results/cells.parquet has another version of the tables: measure the run again"
    )


def test_a_folder_without_a_plan_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    assert left_out(tmp_path) == {"notes": "no plan.json: not a run"}


def test_hidden_folders_histories_and_links_are_ignored(tmp_path: Path) -> None:
    for name in ("history", ".hidden"):
        (tmp_path / name).mkdir()
    (tmp_path / "latest").symlink_to("good")
    assert left_out(tmp_path) == {}


def test_invalid_cells_do_not_count(tmp_path: Path) -> None:
    run = write(tmp_path, "good", repetitions=3)
    mark(run, ["invalid"] * 2 + ["valid"] * 4)
    past = read_past_run(run)
    counted = len(past.values("at-least-once", THROUGHPUT)) + len(past.values("exactly-once", THROUGHPUT))
    assert counted == 4


def test_a_run_with_only_invalid_cells_is_named(tmp_path: Path) -> None:
    mark(write(tmp_path, "noisy", repetitions=3), ["invalid"] * 6)
    assert left_out(tmp_path) == {"noisy": "no valid cell in its results"}


def test_all_cells_of_results_without_validity_count(tmp_path: Path) -> None:
    assert len(read_past_run(write(tmp_path, "old")).cells) == 12


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"nowhere is not a folder; KERRAN_RUNS names"):
        read_past_runs(tmp_path / "nowhere", "releases")


def test_an_experiment_without_runs_is_refused_with_the_names_of_others(tmp_path: Path) -> None:
    write(tmp_path, "a")
    write(tmp_path, "b")
    with pytest.raises(HistoryError, match=r"experiment quick .* there are runs of releases \(2\)"):
        read_past_runs(tmp_path, "quick")
