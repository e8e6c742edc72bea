from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from include.rawlog.cells_and_results_of_run import FAILURE_FILE, Failure
from tests.rawlog.sealing import Rows, edit_manifest, seal_again, seal_attempt, seal_rows
from tests.spark_jobs.without_spark import measure_run

SENT: Rows = [(id, 0, id, 10 + id, 20 + id, "acked", None) for id in range(3)]
RECEIVED: Rows = [(id, 0, id, 30 + id, 0) for id in range(3)]
Row = dict[str, Any]


def results(run: Path, name: str) -> list[Row]:
    return list(pq.read_table(run / "results" / f"{name}.parquet").to_pylist())


def attempt(run: Path) -> Row:
    """The row of the only attempt of a run, which is measured for it."""
    measure_run(run)
    (row,) = results(run, "attempts")
    return row


def test_an_attempt_without_a_raw_log_is_a_row_with_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "attempts" / "a.1"
    folder.mkdir(parents=True)
    failure = Failure(cell="a", attempt=1, reason="the disk is full")
    (folder / FAILURE_FILE).write_text(failure.model_dump_json())
    row = attempt(tmp_path)
    assert (row["cell"], row["attempt"], row["sent"]) == ("a", 1, None)
    assert row["reason"] == "the disk is full; it left no whole raw log"


def test_a_repeated_attempt_has_its_times_and_the_rules_that_it_broke(tmp_path: Path) -> None:
    folder = seal_attempt(tmp_path, "a", 1, SENT, RECEIVED)
    edit_manifest(folder, lambda manifest: manifest["machine"].update(disk_free_bytes=0))
    edit_manifest(folder, lambda manifest: manifest["cell"]["settings"].update(rate=1000))
    seal_again(seal_rows(tmp_path / "cells" / "b", SENT, [*RECEIVED, (1, 0, 1, 40, 0)]), 1024, rate=1000)
    row = attempt(tmp_path)
    assert row["reason"] == "0 MiB were free on the disk; 1024 MiB at least"
    assert row["broken_rules"] == '["too little disk space"]'
    assert row["producer_consumer_latency_p50"] == 20 / 1e6
    assert [row["cell"] for row in results(tmp_path, "timelines")] == ["b"]


def test_a_duplicate_in_a_repeated_attempt_is_counted_and_named(tmp_path: Path) -> None:
    seal_rows(tmp_path / "cells" / "a", SENT, RECEIVED)
    seal_attempt(tmp_path, "a", 1, SENT, [*RECEIVED, (1, 0, 1, 40, 0)])
    assert measure_run(tmp_path).endswith("1 cells measured; the messages of 1 further attempts were counted")
    (row,), (violation,) = results(tmp_path, "attempts"), results(tmp_path, "violations")
    assert (row["acked"], row["lost"], row["duplicated"], row["ended"]) == (3, 0, 1, "repeated")
    assert (violation["cell"], violation["attempt"], violation["violation"]) == ("a", 1, "duplicated")
