"""The real job by spark-submit, which runs once for all tests of this module."""

import csv
import json
import os
import subprocess
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from bench.raw_logs import generate
from include.spark_jobs.submission import ENVIRONMENT, command
from tests.rawlog.sealing import copy_with_received

pytestmark = pytest.mark.spark

CELLS = 18
MESSAGES = 500


def submit(run: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.run(
        command(run, master="local[2]"),
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def swap_neighbours(received: pa.Table) -> pa.Table:
    """Swap the first two rows of one partition with each other, whole."""
    rows = np.arange(received.num_rows)
    first, second = np.flatnonzero(received["partition"].to_numpy() == received["partition"][0].as_py())[:2]
    rows[[first, second]] = rows[[second, first]]
    return received.take(rows)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = generate(tmp_path_factory.mktemp("runs") / "all", CELLS, MESSAGES)
    cell = run / "cells" / "cell-00000"
    copy_with_received(cell, "removed", lambda received: received.slice(7))
    copy_with_received(cell, "doubled", lambda received: pa.concat_tables([received, received.slice(0, 11)]))
    copy_with_received(cell, "swapped", swap_neighbours)
    copy_with_received(cell, "broken", lambda received: received)
    (run / "cells" / "broken" / "sent.parquet").write_bytes(b"PAR1")
    (run / "cells" / "killed").mkdir()
    submitted = submit(run)
    assert submitted.returncode == 0, submitted.stderr
    assert f"{CELLS + 3} cells measured, 1 rejected" in submitted.stdout
    return run


@pytest.fixture(scope="module")
def cells(run: Path) -> dict[str, dict[str, str]]:
    with (run / "results" / "cells.csv").open() as file:
        return {row["cell"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("cell", "lost", "duplicated", "out_of_order"),
    [("cell-00000", 0, 0, 0), ("removed", 7, 0, 0), ("doubled", 0, 11, 0), ("swapped", 0, 0, 1)],
)
def test_rows_removed_doubled_and_swapped_are_counted_exactly(
    cells: dict[str, dict[str, str]], cell: str, lost: int, duplicated: int, out_of_order: int
) -> None:
    counted = [cells[cell][metric] for metric in ("lost", "duplicated", "out_of_order")]
    assert counted == [str(lost), str(duplicated), str(out_of_order)]


def test_a_broken_raw_log_is_left_out_and_named(run: Path, cells: dict[str, dict[str, str]]) -> None:
    rejected = json.loads((run / "results" / "rejected.json").read_text())
    assert [entry["cell"] for entry in rejected] == ["broken"]
    assert "sent.parquet: 4 bytes that are not the" in rejected[0]["reason"]
    assert not {"broken", "killed"} & set(cells)


RECOMPUTED = """
    with cells as (
        select split(sent.filename, '/')[-2] as cell,
            quantile_cont((received_ns - created_ns) / 1e6, 0.99) as p99
        from read_parquet($sent, filename = true) sent
        join read_parquet($received, filename = true) received
        on sent.id = received.id and split(sent.filename, '/')[-2] = split(received.filename, '/')[-2]
        group by all
    )
    select treatment, median(p99) from cells join read_parquet($cells) using (cell) group by treatment
"""

SUMMARISED = """
    select treatment, median from read_csv($summary)
    where span = 'producer-consumer' and metric = 'latency_p99'
"""


def test_medians_recomputed_from_the_raw_logs_agree_to_nine_digits(run: Path) -> None:
    files = {"sent": f"{run}/cells/cell-*/sent.parquet", "received": f"{run}/cells/cell-*/received.parquet"}
    parameters = {**files, "cells": f"{run}/results/cells.parquet"}
    recomputed = dict(duckdb.execute(RECOMPUTED, parameters).fetchall())
    summary = dict(duckdb.execute(SUMMARISED, {"summary": f"{run}/results/summary.csv"}).fetchall())
    assert len(recomputed) == 9
    assert {treatment: summary[treatment] for treatment in recomputed} == pytest.approx(recomputed, rel=1e-9)


def test_a_run_folder_that_is_missing_gives_one_clear_message(tmp_path: Path) -> None:
    submitted = submit(tmp_path / "nowhere")
    assert submitted.returncode == 2
    message = "no such run folder; give one that holds a plan.json and cells/"
    assert submitted.stdout == f"{tmp_path}/nowhere: {message}\n"
