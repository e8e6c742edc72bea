import subprocess
from pathlib import Path

import pytest

from include.spark_jobs.job import class_data_archive

OPTION = "spark.driver.extraJavaOptions=-XX:ArchiveClassesAtExit="


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache" / "spark" / "classes.jsa"
    monkeypatch.setattr(class_data_archive, "ARCHIVE", place)
    return place


def run_spark(monkeypatch: pytest.MonkeyPatch, returncode: int) -> list[str]:
    """Replace Spark by a function that writes an archive; the manifests of the cells that it was given."""
    manifests: list[str] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        manifests.extend(path.read_text() for path in Path(command[-1]).glob("cells/none/manifest.json"))
        [unfinished] = [word.removeprefix(OPTION) for word in command if word.startswith(OPTION)]
        Path(unfinished).write_text("classes")
        return subprocess.CompletedProcess(command, returncode, "", "x" * 3000 + "no Java")

    monkeypatch.setattr(subprocess, "run", run)
    return manifests


def test_a_job_that_rejects_its_cell_makes_the_archive_once(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifests = run_spark(monkeypatch, returncode=0)
    assert class_data_archive.ensure() == class_data_archive.ensure() == place
    assert [path.name for path in place.parent.iterdir()] == ["classes.jsa"]
    assert manifests == ["{}"]


def test_an_archive_of_a_job_that_failed_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_spark(monkeypatch, returncode=3)
    with pytest.raises(RuntimeError, match=r"^spark-submit exited with 3: x{1993}no Java$"):
        class_data_archive.ensure()
    assert not place.exists()
