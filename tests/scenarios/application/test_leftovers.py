from pathlib import Path

import pytest

from include.scenarios.application.leftovers import clean_up


def test_what_a_killed_supervisor_leaves_has_no_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DB_PASSWORD", "hunter2")
    (tmp_path / "application-0.output").write_text("logged in with hunter2\nsasl.password=of the file")
    (tmp_path / "application-0.state").mkdir()
    (tmp_path / "application-0.state" / "app.properties").write_text("sasl.password=hunter2")
    clean_up(tmp_path)
    assert (tmp_path / "application-0.output").read_text() == "logged in with …\nsasl.password=… the file"
    assert [file.name for file in tmp_path.iterdir()] == ["application-0.output"]


def test_a_folder_that_does_not_exist_has_no_leftovers(tmp_path: Path) -> None:
    clean_up(tmp_path / "none")
