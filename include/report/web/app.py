"""The web application with the pages about runs. A web server with a login mounts this application."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import RedirectResponse

from include.machine.storage.object_store_errors import StorageError
from include.report.web.access import PageAccess, Reader
from include.report.web.answers import NOTHING_POLICY, file_answer, page
from include.report.web.run_facts import (
    COMPARED_RUNS,
    PAGE,
    compared_run,
    comparisons_of,
    facts_of,
    run_details,
)
from include.report.web.run_store import (
    COMPARED,
    REPORT,
    find_histories,
    find_runs,
    is_run_name,
    page_of,
    read_history_file,
    read_run_file,
    served_names,
)
from include.report.web.run_times import newest_first

log = logging.getLogger(__name__)

LONGEST_QUERY = 200
"""The maximum number of characters of a search."""

HEADERS = {
    "Content-Security-Policy": NOTHING_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
"""The default headers of an answer."""

SearchText = Annotated[str, Query(alias="q", max_length=LONGEST_QUERY)]
PageNumber = Annotated[int, Query(alias="page", ge=1)]


def _reader(request: Request) -> Reader:
    reader: Reader = request.state.reader
    return reader


User = Annotated[Reader, Depends(_reader)]

lists = APIRouter()
files = APIRouter()


def create_app(access: PageAccess) -> FastAPI:
    """The application. Every page and file requires a login, and shows only what the user may read."""

    def know_reader(request: Request, reader: Annotated[Reader, Depends(access.reader)]) -> None:
        request.state.reader = reader

    app = FastAPI(
        title="Kerran",
        dependencies=[Depends(know_reader)],
        openapi_url=None,  # so there are no pages about the interface, which would need no login
        exception_handlers={
            FileNotFoundError: _not_found,
            StorageError: _no_storage,
            HTTPStatus.UNAUTHORIZED: _to_login,
            HTTPStatus.FORBIDDEN: _forbidden,
        },
    )
    app.state.access = access
    app.middleware("http")(_with_headers)
    app.include_router(lists)
    app.include_router(_dag_runs(access))
    app.include_router(files)
    return app


@lists.get("/")
@lists.get("/runs")
def runs(request: Request, user: User, query: SearchText = "", number: PageNumber = 1) -> Response:
    """The runs, the newest first."""
    page_of_runs = page_of(newest_first(user.readable(find_runs(query))), number)
    facts = facts_of(page_of_runs.names, user)
    return page(request, "runs", query=query, shown=page_of_runs, runs=facts)


@lists.get("/histories")
def histories(request: Request, user: User, query: SearchText = "", number: PageNumber = 1) -> Response:
    """The experiments with a history. A history names all runs, so the user must be allowed to read them."""
    names = find_histories(query) if user.reads_all else []
    shown = page_of(names, number)
    return page(request, "histories", query=query, shown=shown, is_permitted=user.reads_all)


@lists.get("/comparisons")
def comparisons(request: Request, user: User, query: SearchText = "") -> Response:
    """The comparisons of two runs. Those with the newest candidates come first."""
    names = newest_first(user.readable(find_runs(query)))
    return page(
        request,
        "comparisons",
        query=query,
        comparisons=comparisons_of(names, user),
        is_complete=len(names) <= COMPARED_RUNS,
        compared_runs=COMPARED_RUNS,
    )


@files.get("/runs/{run}")
def run_page(request: Request, user: User, run: str) -> Response:
    """The page about a run, with or without a report."""
    if not (is_run_name(run) and user.may_read(run)):
        raise FileNotFoundError(run)
    return page(request, "run", run=run_details(run, user))


@files.get("/runs/{run}/{folder}/{name}")
def run_file(user: User, run: str, folder: str, name: str) -> Response:
    """A file of a run. For the file of a comparison, the user must be allowed to read both runs."""
    runs = [run, compared_run(name)] if folder == COMPARED else [run]
    if user.readable(runs) != runs:
        raise FileNotFoundError(run)
    return file_answer(name, read_run_file(run, folder, name))


@files.get("/history/{experiment}/{name}")
def history_file(user: User, experiment: str, name: str) -> Response:
    """A file of an experiment's history."""
    if not user.reads_all:
        raise FileNotFoundError(experiment)
    return file_answer(name, read_history_file(experiment, name))


@files.get("/{path:path}")
def nothing(path: str) -> Response:
    """The answer for unknown addresses, which also require a login."""
    raise FileNotFoundError(path)


def _dag_runs(access: PageAccess) -> APIRouter:
    router = APIRouter()

    @router.get("/dag-run", dependencies=[Depends(access.dag_run)])
    def of_dag_run(request: Request, dag_id: str, run_id: str) -> Response:
        run = access.run_of(dag_id, run_id)
        if run is None or not is_run_name(run):
            return page(request, "no_run", dag_run=run_id)
        target = f"/{REPORT}/{PAGE}" if PAGE in served_names(run, REPORT) else ""
        return RedirectResponse(
            f"{request.scope.get('root_path', '')}/runs/{run}{target}", HTTPStatus.SEE_OTHER
        )

    return router


async def _with_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    answer = await call_next(request)
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


async def _to_login(request: Request, error: HTTPException) -> Response:
    """Redirect a browser to the login page. Other programs get the HTTP status 401 (Unauthorized)."""
    if "text/html" in request.headers.get("Accept", ""):
        return RedirectResponse(_login(request), HTTPStatus.SEE_OTHER)
    return await http_exception_handler(request, error)


async def _forbidden(request: Request, _: HTTPException) -> Response:
    return page(request, "forbidden", HTTPStatus.FORBIDDEN, login=_login(request))


def _login(request: Request) -> str:
    """The address of the login page, which leads back to the requested path and query after the login."""
    access: PageAccess = request.app.state.access
    return access.login(f"{request.url.path}?{request.url.query}".removesuffix("?"))


async def _not_found(request: Request, _: Exception) -> Response:
    return page(request, "not_found", HTTPStatus.NOT_FOUND)


async def _no_storage(request: Request, error: Exception) -> Response:
    """Log the problem, but do not show it: it may contain addresses that readers should not see."""
    log.error("%r: %s", request.url.path, error)
    return page(request, "no_storage", HTTPStatus.SERVICE_UNAVAILABLE)
