from pathlib import Path

import pytest

from include.machine.errors import HistoryError
from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.report.history.publish import publish
from tests.report.history.past import write

pytestmark = pytest.mark.storage


def test_runs_in_an_object_store_have_a_history(runs: AnyPath, tmp_path: Path) -> None:
    for name, release in (("a", "4.0.0"), ("b", "4.1.0")):
        run = write(tmp_path, name, release)
        for file in (path for path in run.rglob("*") if path.is_file()):
            put(runs / name / str(file.relative_to(run)), file.read_bytes())
    put(runs / "latest", "b\n")
    page = publish(runs, "releases")
    assert str(page) == f"{runs}/history/releases/index.html"
    text = (page.parent / "history.md").read_text(encoding="utf-8")
    assert "## 4.0.0 to 4.1.0" in text
    assert "None: every run of the folder" in text


def test_a_prefix_without_runs_is_refused_in_a_sentence(runs: AnyPath) -> None:
    with pytest.raises(HistoryError, match=r"runs(/)?( is not a folder|: no run of the experiment releases)"):
        publish(runs, "releases")
