from pathlib import Path

import pytest

from include import folders


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(folders, "RUNS", tmp_path)
    monkeypatch.delenv("MAKELEVEL", raising=False)
    return tmp_path
