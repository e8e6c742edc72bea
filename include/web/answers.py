"""Answer a request with a page or with a file of a run.

Templates escape whatever comes from runs and from requests; a file is served as what its name says.
"""

from functools import cache
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from include.rendering.page import TEMPLATES as SHARED_TEMPLATES
from include.web.content_policy import NOTHING, page_policy

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".xml": "text/xml; charset=utf-8",
}
"""The content type of each kind of file that is served."""

DOWNLOADED = (".csv", ".xml")
"""The kinds of files that a browser stores instead of showing them."""

TEMPLATES = Path(__file__).parent / "templates"


def page(
    request: Request, template: str, status: HTTPStatus = HTTPStatus.OK, **variables: object
) -> HTMLResponse:
    """A page from a template, whose links begin with ``root``, the path under which the pages are mounted."""
    root = request.scope.get("root_path", "")
    text = _environment().get_template(f"{template}.html.jinja").render(root=root, **variables)
    headers = {"Content-Security-Policy": page_policy(text, has_form=True)}
    return HTMLResponse(text, status, headers)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader([TEMPLATES, SHARED_TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def file_answer(name: str, content: bytes) -> Response:
    """An answer with the content of a file; pages get a policy that admits what they contain."""
    suffix = PurePosixPath(name).suffix
    policy = page_policy(content.decode(errors="replace")) if suffix == ".html" else NOTHING
    headers = {"Content-Security-Policy": policy}
    if suffix in DOWNLOADED:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, media_type=TYPES[suffix], headers=headers)
