import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from include.spark_jobs.job import submission
from include.spark_jobs.job.submission import code_archive


def test_the_code_is_imported_from_the_zip_file(tmp_path: Path) -> None:
    program = "import include.spark_jobs.job.task as task; print(task.__file__)"
    command = [sys.executable, "-c", program]
    environment = {"PYTHONPATH": str(code_archive())}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(code_archive()))


def test_the_same_code_has_the_same_zip_file_of_code_only() -> None:
    archive = code_archive()
    before = archive.read_bytes()
    archive.unlink()
    assert (code_archive(), archive.read_bytes()) == (archive, before)
    with ZipFile(code_archive()) as zipped:
        assert {Path(name).suffix for name in zipped.namelist()} == {".py", ".csv"}


def test_other_code_has_another_zip_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "ROOT", tmp_path)
    monkeypatch.setattr(submission, "IMPORT_PATH", tmp_path)
    monkeypatch.setattr(submission, "CACHE", tmp_path)
    module = tmp_path / "include" / "rules.py"
    module.parent.mkdir()
    module.write_text("LIMIT = 3")
    first = code_archive()
    assert re.fullmatch(r"kerran-[0-9a-f]{16}\.zip", first.name)
    assert first.parent == tmp_path / "spark"
    module.write_text("LIMIT = 4")
    second = code_archive()
    module.rename(module.with_name("limits.py"))
    assert len({first, second, code_archive()}) == 3
