"""The class-data archive: the classes that Spark loads, in a form that Java can map into memory.

The archive saves a fifth of the CPU time of a small job. Java ignores an archive that does not match the
classes. So a missing or old archive costs only time.

python -m include.spark_jobs.job.class_data_archive
"""

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from include.rawlog.cells_and_results_of_run import CELLS_FOLDER
from include.rawlog.manifest import MANIFEST_FILE
from include.spark_jobs.job.submission import ARCHIVE, ENVIRONMENT, command

SECONDS = 300


def ensure() -> Path:
    """Make the archive if it is missing, and return its path.

    Raises:
        RuntimeError: Spark could not run; the message contains the end of its output.
    """
    if not ARCHIVE.exists():
        ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
        new_archive = ARCHIVE.with_suffix(f".{os.getpid()}")
        _run_once(f"-XX:ArchiveClassesAtExit={new_archive}")
        new_archive.replace(ARCHIVE)
    return ARCHIVE


def _run_once(java_options: str) -> None:
    """Run the job on a cell that it will reject. This loads all of Spark's classes and measures nothing."""
    with TemporaryDirectory() as folder:
        manifest = Path(folder, CELLS_FOLDER, "none", MANIFEST_FILE)
        manifest.parent.mkdir(parents=True)
        manifest.write_text("{}", encoding="utf-8")
        manifest.with_name("sent.parquet").touch()  # a run without raw logs is refused before Spark starts
        run = subprocess.run(
            command(Path(folder), conf={"spark.driver.extraJavaOptions": java_options}),
            env={**os.environ, **ENVIRONMENT},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    if run.returncode:
        raise RuntimeError(f"spark-submit exited with {run.returncode}: {run.stderr[-2000:]}")


if __name__ == "__main__":
    print(ensure())
