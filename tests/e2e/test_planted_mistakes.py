"""Mistakes in programs of the Java client, which must be found: those of planted_mistakes.yaml."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from include.clients.java import launch as java
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.releases.kafka_catalogue import listed
from tests.e2e.cells import JAVA, check, rows, struck

pytestmark = [pytest.mark.brokers, pytest.mark.clients]

MISTAKES: dict[str, dict[str, Any]] = YAML(typ="safe").load(Path(__file__).with_name("planted_mistakes.yaml"))
"""By their names: a file, code in it, other code in its place, and the settings and metrics of a cell."""

NEWEST = listed()[-1].version


def plant(folder: Path, monkeypatch: pytest.MonkeyPatch, file: str, code: str, mistake: str) -> None:
    """Let cells run the Java programs with other code in the place of some code of a file."""
    copies = [Path(shutil.copy(source, folder)) for source in java.sources(NEWEST)]
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(code) == 1
    (folder / file).write_text(text.replace(code, mistake), encoding="utf-8")
    monkeypatch.setattr(java, "sources", lambda _release: copies)


@pytest.mark.parametrize("planted", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_found(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch, planted: dict[str, Any]
) -> None:
    plant(tmp_path, monkeypatch, planted["file"], planted["code"], planted["mistake"])
    cell = struck(tmp_path / "run", embedded, **{**JAVA, **planted["settings"]})
    check(cell, planted["metrics"], planted.get("guarantee", "broken"))


def test_a_copier_that_leaves_transactions_out_of_its_journal_is_found_by_their_messages(
    tmp_path: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the mistake transactions contain all messages, as test_copy.py asserts."""
    record = "private void record(Transaction transaction) {"
    mistake = f"{record} if (transaction.number % 10 == 9) return;"
    plant(tmp_path, monkeypatch, "Transactions.java", record, mistake)
    struck(tmp_path / "run", embedded, scenario="copy", semantics="exactly-once", **JAVA)
    messages = sum(row["messages"] for row in rows(tmp_path / "run", "transactions"))
    assert messages < JAVA["messages"]
