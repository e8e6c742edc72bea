"""Folders of the test's own."""

from pathlib import Path

import pytest

from include import folders


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    runs = tmp_path / "runs"
    monkeypatch.setattr(folders, "RUNS", runs)
    monkeypatch.setattr(folders, "STATE", tmp_path / "state")
    monkeypatch.setattr(folders, "MACHINE_LEASE", tmp_path / "machine-lease")
    return runs


def no_connection(name: str) -> dict[str, str]:
    raise AssertionError(f"nothing was to ask for the connection {name}")
