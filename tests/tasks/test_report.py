"""Whether a run is complete."""

import json
from pathlib import Path

import pytest

from include.tasks import report
from include.tasks.planning import plan_run


def test_a_run_with_a_missing_cell_is_not_complete_and_it_says_which(
    runs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cells = plan_run("first", "quick", {"repetitions": 1}).cells
    for cell in cells[1:]:
        (runs / "first" / "cells" / cell).mkdir(parents=True)
        (runs / "first" / "cells" / cell / "manifest.json").touch()
    with pytest.raises(SystemExit):
        report.check_complete("first")
    assert f"1 of 4 cells have no sealed raw log: {cells[0]}." in caplog.text


def test_a_run_with_a_rejected_cell_is_not_complete_and_it_says_why(
    runs: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    plan_run("first", "quick", {"repetitions": 1})
    monkeypatch.setattr(report, "pending_cells", lambda _plan: [])
    (runs / "first" / "results").mkdir()
    rejected = [{"cell": "a", "reason": "cells/a/sent.parquet: column id is missing"}]
    (runs / "first" / "results" / "rejected.json").write_text(json.dumps(rejected))
    with pytest.raises(SystemExit):
        report.check_complete("first")
    assert "1 of 4 cells were rejected: cells/a/sent.parquet: column id is missing." in caplog.text


def test_a_run_without_a_missing_cell_is_complete(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_run("first", "quick", {"repetitions": 1})
    monkeypatch.setattr(report, "pending_cells", lambda _plan: [])
    report.check_complete("first")
