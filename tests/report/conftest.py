"""Reports that several tests read."""

from pathlib import Path

import pytest

from include.report.publish import publish
from tests.report.page import Element, read_page
from tests.report.synthetic import QUICK, make_plan, write_run


@pytest.fixture(scope="session")
def quick_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three repetitions of four treatments at 1 KiB, with published figures."""
    folder = tmp_path_factory.mktemp("runs")
    run = write_run(folder, make_plan(QUICK, published="thesis"))
    publish(run)
    return run


@pytest.fixture(scope="session")
def quick_page(quick_run: Path) -> Element:
    """The parsed page of that run."""
    return read_page(quick_run / "report" / "index.html")
