import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from include.folders import CACHE
from include.spark_jobs.job import class_data_archive
from include.spark_jobs.job.submission import ARCHIVE, ENVIRONMENT, command

OPTION = "spark.driver.extraJavaOptions=-XX:ArchiveClassesAtExit="


class FakeSpark:
    """Writes the archive that Java would write at its end, and notes how it was started."""

    def __init__(self, returncode: int = 0) -> None:
        self.started: list[tuple[list[str], dict[str, Any]]] = []
        self.manifests: list[str] = []
        self._returncode = returncode

    def run(self, arguments: list[str], **options: Any) -> "subprocess.CompletedProcess[str]":
        self.started.append((arguments, options))
        self.manifests += [path.read_text() for path in Path(arguments[-1]).glob("cells/none/manifest.json")]
        [unfinished] = [word.removeprefix(OPTION) for word in arguments if word.startswith(OPTION)]
        Path(unfinished).write_text("classes")
        return subprocess.CompletedProcess(arguments, self._returncode, "", "x" * 3000 + "no Java")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache" / "spark" / "classes.jsa"
    assert ARCHIVE.parent == CACHE / "spark"
    monkeypatch.setattr(class_data_archive, "ARCHIVE", place)
    return place


def test_a_job_that_rejects_its_cell_makes_the_archive(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spark = FakeSpark()
    monkeypatch.setattr(subprocess, "run", spark.run)
    place.parent.mkdir(parents=True)
    assert class_data_archive.ensure() == class_data_archive.ensure() == place
    assert [path.name for path in place.parent.iterdir()] == ["classes.jsa"]
    assert spark.manifests == ["{}"]
    [(arguments, options)] = spark.started
    unfinished = place.with_suffix(f".{os.getpid()}")
    assert arguments == command(
        Path(arguments[-1]), conf={"spark.driver.extraJavaOptions": f"-XX:ArchiveClassesAtExit={unfinished}"}
    )
    assert options == {
        "env": {**os.environ, **ENVIRONMENT},
        "capture_output": True,
        "text": True,
        "timeout": 300,
        "check": False,
    }


def test_an_archive_of_a_job_that_failed_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", FakeSpark(returncode=3).run)
    with pytest.raises(RuntimeError, match=r"^spark-submit exited with 3: x+no Java$") as error:
        class_data_archive.ensure()
    assert len(str(error.value)) == len("spark-submit exited with 3: ") + 2000
    assert not place.exists()
