"""A report in a browser, from its file."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from include.plan.load import load
from include.plan.planning import make_plan
from include.report.publish import publish
from tests.browser.looking import Complaints, is_wider_than_its_window, serious_findings
from tests.report.synthetic import write_run
from tests.report.test_size import scattered

pytestmark = [pytest.mark.browser, pytest.mark.needs("chromium")]

EXPERIMENTS = ("cost", "thesis", "guarantees", "frontier")
PHONE, DESK = ViewportSize(width=390, height=800), ViewportSize(width=1300, height=900)


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of the report of each experiment."""
    folder = tmp_path_factory.mktemp("reports")
    return {name: _report(folder / name, name) for name in EXPERIMENTS}


def _report(folder: Path, experiment: str) -> str:
    folder.mkdir()
    return publish(write_run(folder, make_plan(load(experiment), "run-1"), scattered)).as_uri()


@pytest.mark.parametrize("experiment", EXPERIMENTS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_has_no_serious_finding_and_no_error(
    browser: Browser, reports: dict[str, str], experiment: str, theme: str
) -> None:
    page = browser.new_page(viewport=DESK, color_scheme=theme)  # type: ignore[arg-type]
    complaints = Complaints(page)
    page.goto(reports[experiment])
    assert serious_findings(page) == []
    assert complaints.errors == []
    page.close()


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_a_report_is_as_wide_as_a_phone(browser: Browser, reports: dict[str, str], experiment: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(reports[experiment])
    assert not is_wider_than_its_window(page)
    page.close()


def test_a_report_without_scripts_shows_its_figures(browser: Browser, reports: dict[str, str]) -> None:
    page = browser.new_page(java_script_enabled=False, viewport=DESK)
    page.goto(reports["cost"])
    assert page.get_by_role("figure").first.is_visible()
    page.close()


def test_every_link_within_a_report_leads_somewhere(browser: Browser, reports: dict[str, str]) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(reports["cost"])
    dangling = page.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')]"
        ".map(link => decodeURIComponent(link.getAttribute('href').slice(1)))"
        ".filter(id => !document.getElementById(id))"
    )
    assert dangling == []
    page.close()


def test_a_mark_leads_to_its_cells_by_keyboard(browser: Browser, reports: dict[str, str]) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(reports["thesis"])
    assert not page.locator("tr[id^='cell-']").first.is_visible()  # the cells are folded
    page.locator("figure a:not([tabindex])").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector(':target')?.checkVisibility()")
    page.close()
