"""How large the page of a whole run is: small enough to send, and to open at once."""

from pathlib import Path

import pytest

from include.plan.load import load
from include.plan.planning import make_plan
from include.plan.treatment import Treatment
from include.report.publish import publish
from tests.report.page import read_page
from tests.report.synthetic import plain_value, write_run


def scattered(treatment: Treatment, column: str, block: int) -> float | None:
    """Values that differ between cells, so that no mark hides another one."""
    if column.startswith("stage_"):
        return 7 + block / 3
    value = plain_value(treatment, column, block)
    return value * (1 + block / 7 + len(treatment.id) / 11) if value and "latency" in column else value


@pytest.mark.slow
@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(("experiment", "megabytes"), [("cost", 1.5), ("thesis", 3)])
def test_the_page_of_a_run_is_small_without_script(tmp_path: Path, experiment: str, megabytes: float) -> None:
    page = publish(write_run(tmp_path, make_plan(load(experiment), "run-1"), scattered))
    assert page.stat().st_size <= megabytes * 1e6
    assert len(read_page(page).all("figure")) >= 4
    assert not read_page(page).all("script")
