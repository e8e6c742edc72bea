"""Cells that run once with each client, and Java programs with a planted mistake."""

import shutil
from pathlib import Path

import pytest

from include.cells.clients import java
from tests.e2e.cells import CLIENTS

with_each_client = pytest.mark.parametrize(
    "client",
    [
        pytest.param(CLIENTS["librdkafka"], id="librdkafka"),
        pytest.param(CLIENTS["java"], id="java", marks=pytest.mark.clients),
    ],
)


def plant(folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, code: str, mistake: str) -> None:
    """Let cells run the Java programs with a mistake in one of them: other code in the place of its code."""
    copies = [Path(shutil.copy(source, folder)) for source in java.sources()]
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(code) == 1
    (folder / file).write_text(text.replace(code, mistake), encoding="utf-8")
    monkeypatch.setattr(java, "sources", lambda: copies)
