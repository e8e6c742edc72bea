from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.cli import export_and_verify as verify
from include.cli.local_airflow import process_cleanup
from include.machine.folders import ROOT
from include.report.run_package import unpack, write_package
from tests.cli.command import run
from tests.recorded_runs.runs import copy_of
from tests.spark_jobs.without_spark import measure_run

REFERENCE = ROOT / "docs" / "reference-run.zip"


@pytest.fixture(autouse=True)
def without_spark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(process_cleanup, "LOCK_FILE", tmp_path / "airflow.lock")
    monkeypatch.setattr(verify, "submit", lambda runs, *_: measure_run(runs[0]))


def test_the_published_reference_run_gives_the_same_results_again() -> None:
    done = run("verify", str(REFERENCE))
    assert done.exit_code == 0, done.output
    assert "tables were computed again, and have the same values." in done.output


def test_a_result_that_raw_logs_do_not_give_is_named(tmp_path: Path) -> None:
    better = unpack(REFERENCE, tmp_path)
    file = better / "results" / "cells.parquet"
    cells = pq.read_table(file)
    place = cells.schema.get_field_index("producer_consumer_latency_p50")
    latencies = pa.array([1.0, *cells.column(place).to_pylist()[1:]])
    pq.write_table(cells.set_column(place, cells.schema.field(place), latencies), file)
    write_package(better, tmp_path / "better.zip", with_raw_logs=True)  # with the right checksums
    done = run("verify", str(tmp_path / "better.zip"))
    assert done.exit_code == 1
    (difference,) = [line for line in done.output.splitlines() if line.startswith("results/")]
    assert difference.startswith("results/cells, producer_consumer_latency_p50: row 1: 1.0 is packed, ")


def test_a_run_that_is_missing_or_was_packed_unmeasured_is_a_bad_request(tmp_path: Path) -> None:
    packed = copy_of("reference", tmp_path)
    write_package(packed, tmp_path / "a.zip", with_raw_logs=True)
    done = run("verify", str(tmp_path / "a.zip"))
    message = (
        f"{packed.name}: there are no results to compare, because the run was packed before it was measured\n"
    )
    assert (done.exit_code, done.stderr) == (2, message)
    done = run("verify", str(tmp_path / "none.zip"))
    assert done.exit_code == 2
    assert "there is no file" in done.stderr
    assert run("export", "never").exit_code == 2
