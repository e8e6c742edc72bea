"""Reports of old runs show every figure that they showed at the time; their words may be others."""

import re
from collections import Counter

import pytest

from include.matrix.plan import read_plan
from tests.old_runs.runs import FOLDER, NAMES, expected
from tests.renames import names_of

pytestmark = pytest.mark.slow

FIGURE = re.compile(r"\d[\d,.]*\d|\d")

CAPTION = re.compile(r"^\*\*(?P<caption>.+)\*\*$")


def figures(report: str, removed: set[str]) -> Counter[str]:
    """The figures in the tables of a report, but those of settings that were removed."""
    rows = [line for line in report.splitlines() if line.startswith("|")]
    return Counter(
        figure for row in rows if row.split("|")[1].strip() not in removed for figure in FIGURE.findall(row)
    )


def without_removed_tables(report: str, now: str) -> str:
    """A report without the tables that there are no more, unless the present report has them all the same."""
    removed = [caption for caption, table in names_of("report table").items() if table is None]
    kept, is_removed = [], False
    for line in report.splitlines():
        if found := CAPTION.match(line):
            is_removed = found["caption"] in removed and line not in now
        if not is_removed:
            kept.append(line)
    return "\n".join(kept)


def removed_settings(name: str) -> set[str]:
    """The settings that a run has in its plan, and the present code has no more."""
    scenario = re.search(r'"scenario": "(\w+)"', (FOLDER / name / "plan.json").read_text())
    assert scenario
    table = names_of("setting")
    return {key.removeprefix(f"{scenario[1]}.") for key, now in table.items() if now is None}


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_of_a_report_is_still_in_it(reports: dict[str, str], name: str) -> None:
    removed = removed_settings(name)
    report = (expected(name) / "report.md").read_text(encoding="utf-8")
    before = figures(without_removed_tables(report, reports[name]), removed)
    assert before - figures(reports[name], set()) == Counter()


@pytest.mark.parametrize("name", NAMES)
def test_a_report_has_the_title_of_its_experiment(reports: dict[str, str], name: str) -> None:
    assert read_plan(FOLDER / name).experiment.title in reports[name]


def test_the_figures_of_a_table_are_counted() -> None:
    table = "Text 5\n| lost | 1,024 | 0.3 |\n| fault | 7 |\n| 50-per-request | 1.5 |"
    assert figures(table, {"fault"}) == Counter({"1,024": 1, "0.3": 1, "50": 1, "1.5": 1})
