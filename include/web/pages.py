"""Render pages from templates, which escape whatever comes from runs and from requests."""

from functools import cache
from http import HTTPStatus
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from include.rendering.page import TEMPLATES as SHARED_TEMPLATES
from include.web.content_policy import page_policy

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
