from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from include.machine.storage.atomic_write import put, set_link
from include.machine.storage.path import read_link

Write = Callable[[Path, str], None]


@pytest.mark.parametrize(("write", "read"), [(put, Path.read_text), (set_link, read_link)])
def test_a_writer_that_is_overtaken_by_another_does_not_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write, read: Callable[[Path], str]
) -> None:
    """The second writes the whole file before the first has put its own into place."""
    replace, file = Path.replace, tmp_path / "index.html"

    def overtaken(source: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace)
        write(file, "second")
        return source.replace(target)

    monkeypatch.setattr(Path, "replace", overtaken)
    write(file, "first")
    assert read(file) == "first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["index.html"]


@pytest.mark.parametrize("write", [put, set_link])
def test_a_write_that_fails_leaves_the_former_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    def full(_source: Path, _target: Path) -> None:
        raise OSError(ENOSPC, "No space left on device")

    (tmp_path / "index.html").write_text("former")
    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space left"):
        patch.setattr(Path, "replace", full)
        write(tmp_path / "index.html", "new")
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["former"]
