import re
from collections import Counter
from pathlib import Path

import pytest

from include.report.sections.recovery import FATES
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


def test_figures_mark_fates_under_each_fault(measured: dict[str, Path], reports: dict[str, str]) -> None:
    page = (measured["guarantees"] / "report" / "index.html").read_text(encoding="utf-8")
    figures = re.findall(r'<figure id="timeline-(\S+?)"(.*?)</figure>', page, re.DOTALL)
    marked = {
        treatment: {fate for fate in FATES if f"</svg>{fate.replace('_', ' ')}</li>" in figure}
        for treatment, figure in figures
    }
    assert marked["exactly-once-read-uncommitted-kill-producer"] == {"aborted_seen"}
    assert marked["at-most-once-commit-first-kill-before-processing"] == {"lost"}
    assert marked["exactly-once-read-committed-kill-producer"] == set()
    with_strip = {treatment for treatment, figure in figures if "never received" in figure}
    assert "at-most-once-commit-first-kill-before-processing" in with_strip
    assert "exactly-once-read-committed-kill-producer" not in with_strip
