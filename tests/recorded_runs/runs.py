"""Recorded runs, each a package of ``kerran export --raw``: raw logs, results and report.

A run is recorded again if what it contains is changed on purpose:

.venv/bin/kerran sweep --experiment tests/recorded_runs/guarantees.yaml --run guarantees
.venv/bin/kerran export guarantees --raw --output tests/recorded_runs/guarantees.zip

If only results or reports are, ``python -m tests.recorded_runs.runs`` makes both again in each package. The
run ``reference`` is the one that docs/results.md publishes.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from include.machine.folders import ROOT
from include.report.publish import publish
from include.report.run_package import unpack, write_package
from tests.spark_jobs.without_spark import measure_run

PACKAGES = {
    "reference": ROOT / "docs" / "reference-run.zip",
    **{file.stem: file for file in sorted(Path(__file__).parent.glob("*.zip"))},
}

NAMES = list(PACKAGES)


def copy_of(name: str, runs: Path) -> Path:
    """A copy of a run in a folder of runs, without its results and its report."""
    run = unpack(PACKAGES[name], runs)
    for output in ("results", "report"):
        shutil.rmtree(run / output)
    return run


def main() -> None:
    for name, package in PACKAGES.items():
        with TemporaryDirectory() as folder:
            run = copy_of(name, Path(folder))
            measure_run(run)
            publish(run)
            write_package(run, package, with_raw_logs=True)


if __name__ == "__main__":
    main()
