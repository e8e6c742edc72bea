"""Measure how soon a browser shows the report of the largest experiment, from its file."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from bench.goals import at_most
from include.machine.errors import PlatformError
from include.plan.load import load
from include.plan.planning import make_plan
from include.report.publish import publish
from tests.browser.chromium import launched
from tests.report.synthetic import write_run
from tests.report.test_size import scattered

EXPERIMENT, LOADS, MOST_SECONDS = "thesis", 11, 1
WINDOW = ViewportSize(width=1300, height=900)
HEADING = "## First paint of a report"

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
"""The time of the first text or image, in ms since the navigation began; undefined before this time."""


def run() -> str:
    """Load a synthetic report several times; return a section of Markdown."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder, sync_playwright() as playwright:
        try:
            browser = launched(playwright)
        except PlatformError as error:
            return f"{HEADING}\n\nNot measured. {error}"
        try:
            run = write_run(Path(folder), make_plan(load(EXPERIMENT), "run-1"), scattered)
            page = Path(str(publish(run)))
            seconds = [first_paint_seconds(browser, page.as_uri()) for _ in range(LOADS)]
            return section(seconds, page.stat().st_size, browser.version)
        finally:
            browser.close()


def first_paint_seconds(browser: Browser, address: str) -> float:
    """The time in s until the browser shows the first content of a page. Nothing is cached before."""
    with browser.new_context(viewport=WINDOW, bypass_csp=True) as context:  # the report allows no script
        page = context.new_page()
        page.goto(address)
        return float(page.wait_for_function(PAINT).json_value()) / 1000


def section(seconds: Sequence[float], size: int, version: str) -> str:
    """The result in Markdown; the slowest load decides whether the goal is reached."""
    return (
        f"{HEADING}\n\n"
        f"The report of the experiment {EXPERIMENT} ({size / 1e6:.2f} MB), opened {len(seconds)} times from "
        f"its file in Chromium {version}, each time without a cache.\n\n"
        f"- median, s: {median(seconds):.2f}\n"
        f"- slowest, s: {max(seconds):.2f} {at_most(max(seconds), MOST_SECONDS)}"
    )


if __name__ == "__main__":
    print(run())
