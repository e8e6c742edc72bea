import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from include.spark_jobs.job import submission
from include.spark_jobs.job.submission import code_archive


@pytest.mark.parametrize(
    ("master", "conf", "environment"),
    [
        ("local[*]", submission.CONF, submission.ENVIRONMENT),
        ("spark://host:7077", submission.STANDALONE, submission.SUBMITTER),
        ("yarn", {}, {}),
        ("k8s://https://host", {}, {}),
    ],
)
def test_a_cluster_keeps_its_own_properties_and_is_sent_the_code_and_paths_that_exist_there(
    master: str, conf: dict[str, str], environment: dict[str, str]
) -> None:
    asked = {"spark.pyspark.python": "/usr/bin/python3"}
    settings = submission.submit_settings(master, asked)
    assert (settings.conf, settings.environment) == ({**conf, **asked}, environment)
    assert settings.py_files == (None if master.startswith("local") else code_archive())
    assert Path(submission.APPLICATION).is_file()
    for variable in ("SPARK_HOME", "PYSPARK_PYTHON", "PYTHONPATH"):
        assert Path(submission.ENVIRONMENT[variable]).exists()


def test_without_pyspark_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert submission._spark_home() == submission.SPARK_HOME
    monkeypatch.setattr(submission, "find_spec", lambda _name: None)
    with pytest.raises(ModuleNotFoundError, match="pyspark is not installed"):
        submission._spark_home()


def test_the_driver_of_a_local_master_listens_on_loopback_with_this_installations_commands_first() -> None:
    assert submission.ENVIRONMENT["SPARK_LOCAL_IP"] == "127.0.0.1"
    folder, *others = submission.SUBMITTER["PATH"].split(os.pathsep)
    assert folder == str(Path(sys.executable).parent)
    assert os.pathsep.join(others) == os.environ["PATH"]


def test_the_command_has_every_property_and_every_run() -> None:
    asked = {"spark.a": "b", "spark.ui.enabled": "true"}  # the project has another value
    command = submission.command(Path("runs/a"), Path("runs/b"), conf=asked)
    assert command[:7] == [
        str(Path(sys.executable).parent / "spark-submit"),
        *("--master", "local[*]", "--name", "kerran", "--driver-memory", "512m"),
    ]
    assert dict(word.split("=", 1) for word in command[8:-3:2]) == {**submission.CONF, **asked}
    assert set(command[7:-3:2]) == {"--conf"}
    assert command[-3:] == [submission.APPLICATION, "runs/a", "runs/b"]
    command = submission.command(Path("runs/a"), master="spark://host:7077")
    assert command[-4:] == ["--py-files", str(code_archive()), submission.APPLICATION, "runs/a"]


def test_the_code_is_imported_from_the_zip_file(tmp_path: Path) -> None:
    tables = "from include.spark_jobs.tables.registry import result_tables; result_tables()"
    program = f"import include.spark_jobs.job.measurement_on_executor as task; print(task.__file__); {tables}"
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
        assert {Path(name).suffix for name in zipped.namelist()} == {".py", ".csv", ".toml"}


def test_other_code_has_another_zip_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "ROOT", tmp_path)
    monkeypatch.setattr(submission, "IMPORT_PATH", tmp_path)
    monkeypatch.setattr(submission, "CACHE", tmp_path)
    monkeypatch.setattr(submission, "IS_WHEEL", True)
    (tmp_path / "__init__.py").touch()
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
