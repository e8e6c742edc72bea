"""What becomes of the cells of a run, without Spark; ``test_spark_main`` has those with it."""

import json
import warnings
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock

import pytest

from bench.raw_logs import generate
from include.machine.storage.object_store_errors import StorageError
from include.plan.load import load
from include.plan.planning import make_plan, write_plan
from include.spark_jobs.job import measurement_on_executor, spark_main
from tests.rawlog.sealing import edit_manifest
from tests.spark_jobs.without_spark import measure_run


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of three cells."""
    return generate(tmp_path / "run", 3, 20)


def cells(run: Path) -> list[str]:
    return [line.split(",")[0] for line in (run / "results" / "cells.csv").read_text().splitlines()[1:]]


def test_cells_are_in_the_order_in_which_they_were_run_if_there_are_any(run: Path, tmp_path: Path) -> None:
    assert measure_run(run) == f"{run}/results: 3 cells measured"
    assert cells(run) == ["cell-00000", "cell-00001", "cell-00002"]
    (tmp_path / "empty").mkdir()
    told = f"{tmp_path / 'empty'}: no sealed cells, so the results are empty"
    assert measure_run(tmp_path / "empty") == told


def test_a_cell_that_is_not_planned_is_rejected_and_the_others_are_compared(run: Path) -> None:
    write_plan(run, make_plan(load("quick"), "run"))
    assert measure_run(run) == f"{run}/results: 0 cells measured, 3 rejected"
    rejected = json.loads((run / "results" / "rejected.json").read_text())
    assert {cell["cell"] for cell in rejected} == {"cell-00000", "cell-00001", "cell-00002"}
    assert (run / "results" / "differences.csv").read_text().count("\n") > 1


def test_invalid_and_rejected_cells_are_counted(run: Path) -> None:
    edit_manifest(
        run / "cells" / "cell-00000", lambda manifest: manifest["machine"].update(disk_free_bytes=0)
    )
    edit_manifest(run / "cells" / "cell-00001", lambda manifest: manifest.update(version=99))
    assert measure_run(run) == f"{run}/results: 2 cells measured, 1 invalid, 1 rejected"


def test_the_job_prints_what_it_did_or_ends_where_storage_cannot_be_reached(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spark_main, "session", nullcontext)
    monkeypatch.setattr(spark_main, "measure_runs", lambda _session, runs: [measure_run(run) for run in runs])
    with monkeypatch.context() as patch:
        unreachable = StorageError("s3://bucket/a: cannot be reached")
        patch.setattr(measurement_on_executor, "measure_or_reject", Mock(side_effect=unreachable))
        assert spark_main.main([str(run)]) == spark_main.NOT_MEASURED == 1
    assert capsys.readouterr().err == "s3://bucket/a: cannot be reached\n"
    assert not (run / "results").exists()
    assert spark_main.main([str(run), str(run)]) == 0
    assert capsys.readouterr().out == f"{run}/results: 3 cells measured\n" * 2


def test_the_job_does_not_replace_results_whose_raw_logs_are_missing(
    run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spark_main, "session", nullcontext)
    measure_run(run)
    for file in run.glob("cells/*/*.parquet"):
        file.unlink()
    assert spark_main.main([str(run)]) == spark_main.NOT_MEASURED
    assert capsys.readouterr().err.startswith(f"{run}: the run has no raw logs")
    assert len(cells(run)) == 3


def test_a_session_plans_small_queries_unless_its_settings_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"spark.sql.adaptive.enabled": "true"}
    spark = Mock(**{"conf.getAll": settings, "conf.set": settings.__setitem__})
    builder = Mock(**{"appName.return_value.getOrCreate.return_value": spark})
    monkeypatch.setattr(spark_main, "SparkSession", Mock(builder=builder))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with spark_main.session():
            warnings.warn("PySpark does not yet fully support pandas 3", stacklevel=1)
            spark.stop.assert_not_called()
    builder.appName.assert_called_once_with("kerran")
    spark.stop.assert_called_once_with()
    assert settings == {
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.adaptive.enabled": "true",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }


def test_a_missing_and_an_absent_folder_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert spark_main.main([]) == spark_main.MISSING_FOLDER == 2
    assert "usage: spark_main.py <run folder> …" in capsys.readouterr().err
    assert spark_main.main([str(tmp_path / "none")]) == 2
    assert f"{tmp_path}/none: no such run folder" in capsys.readouterr().err
