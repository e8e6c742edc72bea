import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.cells.attempt_folder import record_of
from include.rawlog.schemas import CORRUPTED_ID, NEVER_SENT
from include.rawlog.table_writer import write_table
from include.report.publish import publish
from tests.rawlog.sealing import edit_manifest
from tests.recorded_runs.runs import copy_of
from tests.spark_jobs.without_spark import measure_run

CELL = "at-least-once.no-fault.r01"


@pytest.fixture
def attempt(runs: Path) -> Path:
    """An attempt that was repeated, in whose raw log the message 17 came corrupted."""
    run = copy_of("guarantees", runs)
    folder = shutil.copytree(run / "cells" / CELL, run / "attempts" / f"{CELL}.1")
    edit_manifest(run / "cells" / CELL, lambda manifest: manifest.update(attempt=2))
    received = pq.read_table(folder / "received.parquet")
    corrupted = {"id": NEVER_SENT, CORRUPTED_ID: 17}
    rows = [row | (corrupted if row["id"] == 17 else {}) for row in received.to_pylist()]
    write_table(folder / "received.parquet", pa.Table.from_pylist(rows, schema=received.schema))
    sealed = record_of(folder / "received.parquet").model_dump()
    edit_manifest(folder, lambda manifest: manifest["files"].update({"received.parquet": sealed}))
    return folder


@pytest.mark.slow
def test_a_corrupted_message_in_an_attempt_is_found_and_named(attempt: Path) -> None:
    run = attempt.parent.parent
    measure_run(run)
    violations = pq.read_table(run / "results" / "violations.parquet").to_pylist()
    (violation,) = [row for row in violations if row["violation"] == "corrupted"]
    assert (violation["cell"], violation["attempt"], violation["id"]) == (CELL, 1, 17)
    report = publish(run).with_name("report.md").read_text(encoding="utf-8")
    assert f"| {CELL}, attempt 1 (repeated) | corrupted | 1 | 17" in report.replace("\N{NO-BREAK SPACE}", " ")
