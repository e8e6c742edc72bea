"""Answer a request with a page or with a file of a run.

Templates escape everything that comes from runs and requests. The name of a file decides its content type.
The header Content-Security-Policy of each answer contains a policy: directives that restrict what a browser
does with the answer. The policy of a page forbids scripts, and resources from other addresses. Source:
https://www.w3.org/TR/CSP3/.
"""

from http import HTTPStatus
from pathlib import Path, PurePosixPath

from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from include.report.pages.page import environment

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".xml": "text/xml; charset=utf-8",
}
"""The content type of each kind of file that is served."""

DOWNLOADED = (".csv", ".xml")
"""The kinds of files that a browser downloads instead of showing them."""

TEMPLATES = Path(__file__).parent / "templates"


def _policy(form_action: str, *more: str) -> str:
    """A policy that permits only what the directives in ``more`` permit.

    Forms can be sent only to ``form_action``.
    """
    nothing = f"default-src 'none'; base-uri 'none'; form-action {form_action}; frame-ancestors 'self'"
    return "; ".join([nothing, *more])


STYLES = "script-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The directives of every page's content security policy: they permit styles and images within the page, and
forbid scripts."""

NOTHING_POLICY = _policy("'none'")
"""The Content-Security-Policy of an answer that is not a page."""

FILE_PAGE_POLICY = _policy("'none'", STYLES)
"""The policy of a page that is a file of a run: no form on the page can be submitted."""

OWN_PAGE_POLICY = _policy("'self'", STYLES)
"""The policy of a page that is made from a template: forms of the page can be sent only to this server."""


def page(
    request: Request, template: str, status: HTTPStatus = HTTPStatus.OK, **variables: object
) -> HTMLResponse:
    """A page from a template. Its links begin with ``root``, the path under which the pages are mounted."""
    root = request.scope.get("root_path", "")
    text = environment(TEMPLATES).get_template(f"{template}.html.jinja").render(root=root, **variables)
    return HTMLResponse(text, status, {"Content-Security-Policy": OWN_PAGE_POLICY})


def file_answer(name: str, content: bytes) -> Response:
    """An answer with the content of a file.

    If the file is an HTML page, the policy of the answer permits the styles of the page.
    """
    suffix = PurePosixPath(name).suffix
    headers = {"Content-Security-Policy": FILE_PAGE_POLICY if suffix == ".html" else NOTHING_POLICY}
    if suffix in DOWNLOADED:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, media_type=TYPES[suffix], headers=headers)
