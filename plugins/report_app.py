"""The pages about runs in Airflow's API server, and their places in Airflow's own pages."""

from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from airflow.configuration import conf

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Receive, Scope, Send

PREFIX = "/kerran"
"""The path of the pages below the address of the API server."""

ENTRY = "kerran"
"""The word for the entry of the navigation, in the addresses of Airflow's pages."""


class ReportApp:
    """The pages, which are built at the first request.

    Every process of Airflow loads the plugins, also for tasks, but only the API server serves pages.
    """

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        await _app()(scope, receive, send)


@cache
def _app() -> "FastAPI":
    from include.report.web.app import create_app
    from plugins.report_access import airflow_access

    return create_app(airflow_access())


def address(path: str) -> str:
    """The path of a page, below the path under which Airflow itself is served."""
    return f"{_base()}{PREFIX}{path}"


def framed(path: str) -> str:
    """The path of Airflow's own page that shows one of these pages in a frame."""
    return f"{_base()}/plugin/{ENTRY}{address(path)}"


def login(page: str) -> str:
    """The path of Airflow's login. After the login, it leads to the path of a page."""
    return f"{_base()}/api/v2/auth/login?{urlencode({'next': page})}"


def _base() -> str:
    return urlsplit(conf.get("api", "base_url", fallback="")).path.rstrip("/")


def views() -> list[dict[str, Any]]:
    """The entry in Airflow's navigation, and the tab of a DAG run."""
    return [
        {
            "name": "Kerran",
            "href": address("/runs"),
            "destination": "nav",
            "url_route": ENTRY,
            "nav_top_level": True,
        },
        {
            "name": "Kerran report",
            "href": address("/dag-run?dag_id={DAG_ID}&run_id={RUN_ID}"),
            "destination": "dag_run",
            "url_route": "kerran-report",
        },
    ]
