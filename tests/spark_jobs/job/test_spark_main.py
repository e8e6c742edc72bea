import csv
import json
from pathlib import Path

import duckdb
import pytest

pytestmark = pytest.mark.spark


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
    assert "sent.parquet: the 4 bytes differ from the" in rejected[0]["reason"]
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
