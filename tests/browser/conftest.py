"""A browser, built reports, and a running Airflow."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from include.cli.local_airflow.api import wait_for
from include.cli.local_airflow.environment import USER, write_private
from include.machine.folders import ROOT
from include.machine.networks.ports import free_ports
from include.machine.processes.guardian import Guardian, Start
from tests.browser import api_server_for_readers
from tests.browser.chromium import launched
from tests.dag_runs import DagRunsApi

UP_SECONDS = 1_500
"""Time for Airflow to create its database and to start; tests beside this one keep the machine busy."""

PAGE_MILLISECONDS = 60_000
"""Time for what a page is to show; tests beside this one may keep the machine busy."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
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
    def api(self) -> DagRunsApi:
        api = DagRunsApi(self.url, self.password)
        api.log_in()
        return api

    @property
    def runs(self) -> Path:
        return self.folder / "runs"


def variables(folder: Path) -> dict[str, str]:
    """The environment of commands of Kerran, with state and runs in a folder."""
    folders = {"KERRAN_STATE": str(folder / "state"), "KERRAN_RUNS": str(folder / "runs")}
    return {**os.environ, **folders, "KERRAN_ATTEMPTS": "1", "KERRAN_WARM_UP_SECONDS": "3"}


def kerran(folder: Path, command: str) -> str:
    """What a command of Kerran prints."""
    line, environment = [sys.executable, "-m", "include.cli", command], variables(folder)
    return subprocess.check_output(line, cwd=ROOT, env=environment, text=True, timeout=UP_SECONDS)


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


@dataclass(frozen=True)
class ReadersAirflow:
    """A second API server of the same Airflow. Each user has the name of a DAG, and may read its runs."""

    url: str
    passwords: dict[str, str]


@pytest.fixture(scope="session")
def readers_airflow(
    airflow: RunningAirflow, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReadersAirflow]:
    folder, [port], guardian = tmp_path_factory.mktemp("readers"), free_ports(1), Guardian()
    passwords = {dag: token_urlsafe(12) for dag in ("run_experiment", "kafka_releases")}
    file, log = folder / "passwords.json", str(folder / "log")
    write_private(file, json.dumps(passwords))
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", api_server_for_readers.__name__, str(port), str(file)]
    try:
        guardian.start(Start("api-server", command, log, variables(airflow.folder)))
        wait_for(lambda: answers(url), lambda: None, UP_SECONDS, "the second API server did not answer")
        yield ReadersAirflow(url, passwords)
    finally:
        guardian.dismiss()


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/v2/version").is_success
    except httpx.TransportError:
        return False


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    """A page of somebody who is not logged in."""
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    page.set_default_timeout(PAGE_MILLISECONDS)
    expect.set_options(timeout=PAGE_MILLISECONDS)
    yield page
    page.close()


def log_in(page: Page, name: str, password: str) -> None:
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("button[type=submit]").click()


@pytest.fixture
def user(visitor: Page, airflow: RunningAirflow) -> Page:
    """A page of somebody who has logged in to Airflow."""
    visitor.goto(airflow.url)
    log_in(visitor, USER, airflow.password)
    visitor.get_by_role("link", name="Kerran", exact=True).wait_for()
    return visitor
