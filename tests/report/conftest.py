"""Reports that several tests read."""

from pathlib import Path

import pytest

from include.report.pages.matplotlib_svg import svg_of
from include.report.publish import publish
from tests.report.page import Element, read_page
from tests.report.synthetic import QUICK, make_plan, write_run
from tests.report.undrawn_charts import charts_by, drawn, undrawn_charts

__all__ = ["drawn", "undrawn_charts"]


@pytest.fixture(scope="session")
def quick_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three repetitions of four treatments at 1 KiB, with published figures."""
    run = write_run(tmp_path_factory.mktemp("runs"), make_plan(QUICK, published="thesis"))
    with charts_by(svg_of):
        publish(run)
    return run


@pytest.fixture(scope="session")
def quick_page(quick_run: Path) -> Element:
    return read_page(quick_run / "report" / "index.html")
