import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

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
