"""``measure`` of damaged runs; ``test_documented_commands`` measures a whole run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from include.cli import measure
from include.cli.local_airflow import process_cleanup
from include.report.run_package import unpack, write_package
from tests.cli.command import run
from tests.recorded_runs.runs import PACKAGES, copy_of
from tests.spark_jobs.without_spark import measure_run


@pytest.fixture
def submitted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path]:
    """The runs that were given to the job."""
    submitted: list[Path] = []
    monkeypatch.setattr(process_cleanup, "LOCK_FILE", tmp_path / "airflow.lock")
    monkeypatch.setattr(measure, "submit", lambda runs, *_: submitted.extend(runs))
    return submitted


def files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    return ((path, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_run_that_was_packed_without_raw_logs_keeps_its_results(
    runs: Path, tmp_path: Path, submitted: list[Path]
) -> None:
    write_package(unpack(PACKAGES["reference"], tmp_path), tmp_path / "a.zip", with_raw_logs=False)
    packed = unpack(tmp_path / "a.zip", runs)
    before = list(files(packed))
    done = run("measure", packed.name)
    assert (done.exit_code, done.stdout) == (2, "")
    message = "the run has no raw logs, so it cannot be measured again; its results are kept."
    assert done.stderr.startswith(f"{packed}: {message}")
    assert submitted == []
    assert list(files(packed)) == before


def test_a_run_that_would_lose_the_figures_of_a_cell_is_not_measured_again(
    runs: Path, submitted: list[Path]
) -> None:
    packed = unpack(PACKAGES["reference"], runs)
    for file in (packed / "cells" / "at-least-once.r01").glob("*.parquet"):
        file.unlink()
    done = run("measure", packed.name)
    assert (done.exit_code, submitted) == (2, [])
    message = "raw logs are missing (1 of 5 cells, such as at-least-once.r01), and new results would lose"
    assert done.stderr.startswith(f"{packed}: {message}")


@pytest.mark.parametrize("command", ["measure", "export"])
def test_a_run_whose_plan_is_damaged_is_refused(
    command: str, runs: Path, tmp_path: Path, submitted: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = copy_of("reference", runs)
    (broken / "plan.json").write_text("{")
    done = run(command, broken.name)
    assert (done.exit_code, submitted) == (2, [])
    assert done.stderr.startswith(f"{broken}: its plan.json cannot be read: Invalid JSON: EOF while parsing")
    assert not list(tmp_path.glob("*.zip"))


def test_a_run_whose_results_lack_the_figures_of_a_cell_already_can_be_measured(
    runs: Path, submitted: list[Path]
) -> None:
    first = copy_of("reference", runs)
    for file in (first / "cells" / "at-least-once.r01").glob("*.parquet"):
        file.unlink()
    for _ in range(2):
        assert run("measure", first.name).exit_code == 0
        assert submitted.pop() == first
        measure_run(first)
