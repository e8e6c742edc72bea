from pathlib import Path

import pytest

from tests.cli.command import run
from tests.recorded_runs.runs import copy_of


@pytest.fixture
def folder(runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a run; packages are written to the folder of the test."""
    monkeypatch.chdir(tmp_path)
    return copy_of("reference", runs)


def test_a_package_is_not_written_over_a_folder_or_into_none(folder: Path, tmp_path: Path) -> None:
    done = run("export", folder.name, "--output", str(tmp_path))
    message = f"--output: {tmp_path} is a folder; name a file, such as {tmp_path / folder.name}.zip\n"
    assert (done.exit_code, done.stderr) == (2, message)
    done = run("export", folder.name, "--output", str(tmp_path / "none" / "a.zip"))
    assert (done.exit_code, done.stderr) == (2, f"--output: there is no folder {tmp_path / 'none'}\n")


def test_a_package_that_cannot_be_written_is_named(folder: Path) -> None:
    done = run("export", folder.name, "--output", "/proc/a.zip")
    assert done.exit_code == 2
    assert done.stderr.startswith("--output: /proc/a.zip cannot be written: ")


def test_raw_logs_that_are_missing_are_not_packed_in_silence(folder: Path, tmp_path: Path) -> None:
    first, *others = sorted((folder / "cells").iterdir())
    for file in first.glob("*.parquet"):
        file.unlink()
    done = run("export", folder.name, "--raw")
    assert done.exit_code == 0
    missing = f"1 of 5 cells, such as {first.name}"
    assert done.stdout.endswith(f"\nRaw logs are missing in the run and in the package: {missing}.\n")
    for file in (file for cell in others for file in cell.glob("*.parquet")):
        file.unlink()
    (tmp_path / "reference.zip").unlink()
    done = run("export", folder.name, "--raw")
    message = "--raw: the run reference has no raw logs; export it without --raw\n"
    assert (done.exit_code, done.stderr) == (2, message)
    assert not (tmp_path / "reference.zip").exists()
    assert run("export", folder.name).exit_code == 0
