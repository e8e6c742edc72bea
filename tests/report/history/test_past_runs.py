from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from include.machine.errors import HistoryError
from include.report.history.past_runs import read_past_runs
from tests.report.history.past import SEMANTICS, write

CELLS = tuple(f"{name}.r0{block}" for name in SEMANTICS for block in (1, 2, 3))
LEFT_OUT: dict[str, tuple[Callable[[Path], object], str]] = {
    "is of another experiment": (lambda runs: write(runs, "run", experiment="quick"), "a run of quick"),
    "has a broken plan": (
        lambda runs: (write(runs, "run") / "plan.json").write_text('{"run_id": 1}'),
        "its plan.json cannot be read: run_id: 1 should be text",
    ),
    "has broken results": (
        lambda runs: cells_of(write(runs, "run")).write_text("no Parquet"),
        "its results/cells.parquet cannot be read: ",
    ),
    "has broken costs": (
        lambda runs: (write(runs, "run") / "results" / "differences.parquet").write_text("no Parquet"),
        "its results/differences.parquet cannot be read: ",
    ),
    "has tables of another version": (
        lambda runs: age(cells_of(write(runs, "run"))),
        "its results/cells.parquet has another version of the tables: measure the run again",
    ),
    "has no plan": (lambda runs: (runs / "run").mkdir(), "no plan.json: not a run"),
    "has only invalid cells": (
        lambda runs: write(runs, "run", repetitions=3, invalid=CELLS),
        "no valid cell in its results",
    ),
}
"""What keeps a run from being a past run, how it comes about, and what is said of it."""


def cells_of(run: Path) -> Path:
    return run / "results" / "cells.parquet"


def age(cells: Path) -> None:
    pq.write_table(pq.read_table(cells).replace_schema_metadata({"kerran.tables_version": "1"}), cells)


def test_runs_are_read_the_oldest_first_without_hidden_folders_histories_and_links(tmp_path: Path) -> None:
    for name, day in (("a", 3), ("b", 1), ("c", 2)):
        write(tmp_path, name, day=day)
    for name in ("history", ".hidden"):
        (tmp_path / name).mkdir()
    (tmp_path / "latest").symlink_to("a")
    past = read_past_runs(tmp_path, "releases")
    assert [run.name for run in past.runs] == ["b", "c", "a"]
    assert past.left_out == {}


@pytest.mark.parametrize("state", LEFT_OUT)
def test_a_folder_that_is_no_measured_run_is_named_with_the_reason(tmp_path: Path, state: str) -> None:
    create, reason = LEFT_OUT[state]
    create(tmp_path)
    write(tmp_path, "good")
    past = read_past_runs(tmp_path, "releases")
    assert [run.name for run in past.runs] == ["good"]
    assert past.left_out.keys() == {"run"}
    assert past.left_out["run"].startswith(reason)


def test_a_missing_folder_and_an_experiment_without_runs_are_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"nowhere is not a folder; KERRAN_RUNS names"):
        read_past_runs(tmp_path / "nowhere", "releases")
    for name in ("a", "b"):
        write(tmp_path, name)
    with pytest.raises(HistoryError, match=r"experiment quick .* there are runs of releases \(2\)"):
        read_past_runs(tmp_path, "quick")
