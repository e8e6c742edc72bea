"""Copies of the old runs."""

from pathlib import Path

import pytest

from include import folders
from include.report.publish import publish
from tests.old_runs.runs import NAMES, copy_of, measure


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of runs, which the project takes for its own."""
    monkeypatch.setattr(folders, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(folders, "STATE", tmp_path / "state")
    return tmp_path / "runs"


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Copies of all runs by their names, measured by the present code."""
    folder = tmp_path_factory.mktemp("runs")
    copies = {name: copy_of(name, folder) for name in NAMES}
    for run in copies.values():
        measure(run)
    return copies


@pytest.fixture(scope="session")
def reports(measured: dict[str, Path]) -> dict[str, str]:
    """The reports of these copies as text, by the names of the runs."""
    return {
        name: publish(run).with_name("report.md").read_text(encoding="utf-8")
        for name, run in measured.items()
    }
