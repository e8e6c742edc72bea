"""A browser, built reports, and a running Airflow."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from include.folders import ROOT
from include.local_airflow.api import Api
from include.local_airflow.environment import USER
from tests.browser.chromium import launched

UP_SECONDS = 300
"""Time for Airflow to start, and to create its database before."""

PAGE_MILLISECONDS = 60_000
"""Time for what a page is to show; tests beside this one may keep the machine busy."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@dataclass(frozen=True)
class RunningAirflow:
    """An Airflow with state and runs of its own."""

    folder: Path
    url: str
    password: str

    @property
    def api(self) -> Api:
        api = Api(self.url, self.password)
        api.log_in()
        return api

    @property
    def runs(self) -> Path:
        return self.folder / "runs"


def kerran(folder: Path, command: str) -> str:
    """What a command of Kerran prints, with state and runs in a folder."""
    environment = {
        **os.environ,
        "KERRAN_STATE": str(folder / "state"),
        "KERRAN_RUNS": str(folder / "runs"),
        "KERRAN_ATTEMPTS": "1",
        "KERRAN_WARM_UP_SECONDS": "3",
    }
    return subprocess.run(
        [sys.executable, "-m", "include.cli", command],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=UP_SECONDS,
    ).stdout


@pytest.fixture(scope="session")
def airflow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningAirflow]:
    """Airflow as ``kerran up`` starts it."""
    folder = tmp_path_factory.mktemp("airflow")
    try:
        printed = kerran(folder, "up")
        (url,) = re.findall(r"running at (\S+)", printed)
        (password,) = re.findall(r"password (\S+)", printed)
        yield RunningAirflow(folder, url, password)
    finally:
        kerran(folder, "down")


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A page of somebody who is not logged in."""
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.set_default_timeout(PAGE_MILLISECONDS)
    expect.set_options(timeout=PAGE_MILLISECONDS)
    yield page
    page.close()


def log_in(page: Page, airflow: RunningAirflow) -> None:
    """Fill the form of the login, and send it."""
    page.locator("input[name=username]").fill(USER)
    page.locator("input[name=password]").fill(airflow.password)
    page.locator("button[type=submit]").click()


@pytest.fixture
def user(visitor: Page, airflow: RunningAirflow) -> Page:
    """A page of somebody who has logged in to Airflow."""
    visitor.goto(airflow.url)
    log_in(visitor, airflow)
    visitor.get_by_role("link", name="Kerran", exact=True).wait_for()
    return visitor
