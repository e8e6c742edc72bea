from pathlib import Path

import pytest

from tests.producers.delivery_cell import Cell


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)
