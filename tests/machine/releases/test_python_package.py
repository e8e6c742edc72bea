import sys
from pathlib import Path

import pytest

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.python_package import python_package


def test_a_package_that_cannot_be_fetched_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(PlatformError, match=r"^shop==1\.0 cannot be fetched"):
        python_package("shop==1.0", "applications")
    assert not list((tmp_path / "applications").iterdir())


def test_a_package_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = tmp_path / "pip"
    pip.write_text('#!/bin/sh\nfor last; do :; done\nmkdir -p "$8"\necho "$last" > "$8/requirement"\n')
    pip.chmod(0o755)
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(sys, "executable", str(pip))
    said: list[str] = []
    packages = [python_package("shop==1.0", "applications", ("--no-deps",), said.append) for _ in range(2)]
    assert packages[0] == packages[1]
    assert (packages[0] / "requirement").read_text() == "shop==1.0\n"
    assert said == ["Fetching shop==1.0 (once)"]
