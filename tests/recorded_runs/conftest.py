"""Recorded runs, and what the present code makes of them."""

from pathlib import Path

import pytest

from include.report.publish import publish
from include.report.run_package import unpack
from tests.recorded_runs.runs import NAMES, PACKAGES, copy_of
from tests.spark_jobs.without_spark import measure_run


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """All recorded runs by their names, with the results and reports that were recorded."""
    folder = tmp_path_factory.mktemp("recorded")
    return {name: unpack(PACKAGES[name], folder) for name in NAMES}


@pytest.fixture(scope="session")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Copies of all runs by their names, measured by the present code."""
    folder = tmp_path_factory.mktemp("runs")
    copies = {name: copy_of(name, folder) for name in NAMES}
    for run in copies.values():
        measure_run(run)
    return copies


@pytest.fixture(scope="session")
def reports(measured: dict[str, Path]) -> dict[str, str]:
    """The reports of these copies as text, by the names of the runs."""
    return {name: publish(run).with_name("report.md").read_text() for name, run in measured.items()}
