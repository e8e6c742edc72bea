import re
from collections import Counter
from pathlib import Path

import pytest

from tests.recorded_runs.runs import NAMES

pytestmark = pytest.mark.slow

FIGURE = re.compile(r"\d[\d,.]*\d|\d")


def figures(report: str) -> Counter[str]:
    rows = [line for line in report.splitlines() if line.startswith("|")]
    return Counter(figure for row in rows for figure in FIGURE.findall(row))


@pytest.mark.parametrize("name", NAMES)
def test_a_report_has_all_its_figures(recorded: dict[str, Path], reports: dict[str, str], name: str) -> None:
    before = figures((recorded[name] / "report" / "report.md").read_text(encoding="utf-8"))
    assert before - figures(reports[name]) == Counter()
