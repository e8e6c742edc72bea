"""From the form of a DAG to the report of its run, in a browser; and what is shown to a stranger."""

from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from include.cli.local_airflow.environment import USER
from tests.browser.conftest import ReadersAirflow, RunningAirflow, log_in
from tests.browser.looking import Complaints, serious_findings
from tests.dag_runs import state_at_end
from tests.e2e.test_sweep import TINY

pytestmark = [
    pytest.mark.browser,
    pytest.mark.needs("chromium"),
    pytest.mark.airflow,
    pytest.mark.brokers,
    pytest.mark.spark,
]

DAG = "run_experiment"
TITLE = "A tiny experiment"
SWEEP_SECONDS = 300.0


@pytest.fixture(scope="session")
def dag_run(airflow: RunningAirflow, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The id of a DAG run that has published a report."""
    experiment = tmp_path_factory.mktemp("experiment") / "tiny.yaml"
    experiment.write_text(TINY)
    started = airflow.api.trigger(DAG, "tiny-1", {"experiment": str(experiment), "run": "tiny-1"})
    state_at_end(airflow.api, DAG, started, SWEEP_SECONDS)
    return started


def framed(page: Page) -> FrameLocator:
    """The page of Kerran that a page of Airflow shows."""
    return page.frame_locator("iframe")


def open_form(page: Page, airflow: RunningAirflow) -> None:
    page.goto(f"{airflow.url}/dags/{DAG}")
    page.get_by_role("button", name="Trigger").first.click()
    page.locator("#element_experiment").wait_for()


def send_form(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Trigger").click()


def test_a_link_to_a_report_leads_a_stranger_to_the_login_and_from_there_to_the_report(
    visitor: Page, airflow: RunningAirflow, dag_run: str
) -> None:
    visitor.goto(f"{airflow.url}/kerran/runs/tiny-1/report/index.html")
    log_in(visitor, USER, airflow.password)
    expect(visitor.get_by_role("heading", name=TITLE)).to_be_visible()


def test_the_navigation_leads_to_the_runs_and_from_there_to_a_report(user: Page, dag_run: str) -> None:
    complaints = Complaints(user)
    user.get_by_role("link", name="Kerran", exact=True).click()
    framed(user).get_by_role("link", name="tiny-1", exact=True).click()
    expect(framed(user).get_by_role("heading", name=TITLE)).to_be_visible()
    assert complaints.errors == []


def test_the_tab_of_a_dag_run_and_the_link_of_the_task_that_publishes_show_the_report(
    user: Page, airflow: RunningAirflow, dag_run: str
) -> None:
    user.goto(f"{airflow.url}/dags/{DAG}/runs/{dag_run}")
    user.get_by_role("link", name="Kerran report", exact=True).click()
    expect(framed(user).get_by_role("heading", name=TITLE)).to_be_visible()
    user.goto(f"{airflow.url}/dags/{DAG}/runs/{dag_run}/tasks/publish/details")
    user.get_by_role("link", name="Kerran report", exact=True).first.click()
    expect(framed(user).get_by_role("heading", name=TITLE)).to_be_visible()


def test_a_table_of_a_run_can_be_downloaded_within_the_page_of_airflow(user: Page, dag_run: str) -> None:
    user.get_by_role("link", name="Kerran", exact=True).click()
    row = framed(user).get_by_role("row", name="tiny-1")
    row.get_by_role("link").nth(1).click()  # the result, which leads to the page of the run
    with user.expect_download() as download:
        framed(user).get_by_role("link", name="cells.csv", exact=True).click()
    assert download.value.path().read_text().startswith("cell,treatment,")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_has_the_theme_of_the_browser_within_the_page_of_airflow(
    user: Page, airflow: RunningAirflow, dag_run: str, theme: str
) -> None:
    user.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    user.goto(f"{airflow.url}/dags/{DAG}/runs/{dag_run}")
    user.get_by_role("link", name="Kerran report", exact=True).click()
    heading = framed(user).get_by_role("heading", name=TITLE)
    red = heading.evaluate("e => +getComputedStyle(e).color.match(/[0-9]+/)[0]")
    assert (red > 127) is (theme == "dark")


@pytest.mark.parametrize(("reader", "status"), [("run_experiment", 200), ("kafka_releases", 404)])
def test_of_two_users_only_that_of_the_dag_reads_its_runs(
    visitor: Page, readers_airflow: ReadersAirflow, dag_run: str, reader: str, status: int
) -> None:
    visitor.goto(f"{readers_airflow.url}/kerran/runs")
    log_in(visitor, reader, readers_airflow.passwords[reader])
    expect(visitor.get_by_role("heading", name="Runs")).to_be_visible()
    assert visitor.get_by_role("link", name="tiny-1").count() == (1 if status == 200 else 0)
    answer = visitor.goto(f"{readers_airflow.url}/kerran/runs/tiny-1/report/index.html")
    assert answer is not None
    assert answer.status == status


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/runs", "/histories", "/comparisons", "/runs/tiny-1"])
def test_the_pages_have_no_serious_finding(
    user: Page, airflow: RunningAirflow, dag_run: str, path: str, theme: str
) -> None:
    user.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    user.goto(f"{airflow.url}/kerran{path}")
    assert serious_findings(user) == []


def test_a_run_of_the_form_ends_in_a_report(user: Page, airflow: RunningAirflow, tmp_path: Path) -> None:
    experiment = tmp_path / "tiny.yaml"
    experiment.write_text(TINY)
    open_form(user, airflow)
    user.locator("#element_experiment").fill(str(experiment))
    user.locator("#element_run").fill("from-the-form")
    send_form(user)
    user.wait_for_url("**/runs/**")
    (started,) = set(airflow.api.states(DAG)) - {"tiny-1"}
    state_at_end(airflow.api, DAG, started, SWEEP_SECONDS)
    user.goto(f"{airflow.url}/dags/{DAG}/runs/{started}")
    user.get_by_role("link", name="Kerran report", exact=True).click()
    expect(framed(user).get_by_role("heading", name=TITLE)).to_be_visible()
    assert (airflow.runs / "from-the-form" / "report" / "index.html").is_file()
