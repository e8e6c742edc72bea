"""Answer a request with a page or with a file of a run.

Templates escape whatever comes from runs and from requests; a file is served as what its name says. By its
Content-Security-Policy, a page loads nothing and runs no scripts; https://www.w3.org/TR/CSP3/ has
the directives.
"""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from include.rendering.page import TEMPLATES as SHARED_TEMPLATES

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
    """An answer with the content of a file; pages get a policy that admits their styles."""
    suffix = PurePosixPath(name).suffix
    policy = page_policy(content.decode(errors="replace")) if suffix == ".html" else NOTHING
    headers = {"Content-Security-Policy": policy}
    if suffix in DOWNLOADED:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, media_type=TYPES[suffix], headers=headers)


NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""The policy of an answer that is no page."""


def page_policy(page: str, *, has_form: bool = False) -> str:
    """The policy of a page that admits its own inline styles by their hashes, and no scripts.

    Args:
        page: The page.
        has_form: Whether its forms may be sent to the server; those of a page that was read are not.
    """
    styles = _Styles()
    styles.feed(page)
    styles.close()
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'none'",
            f"style-src {_sources(styles.texts)}",
            *(["style-src-attr 'unsafe-inline'"] if styles.has_attributes else []),
            "img-src data:",
            "base-uri 'none'",
            "form-action 'self'" if has_form else "form-action 'none'",
            "frame-ancestors 'self'",
        ]
    )


def _sources(texts: Iterable[str]) -> str:
    """The hashes of texts as sources of a directive, each once."""
    return " ".join(dict.fromkeys(_hash(text) for text in texts)) or "'none'"


def _hash(text: str) -> str:
    """The hash of what a browser has as the text of an element: it reads every line end as a line feed."""
    read = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'sha256-{b64encode(sha256(read.encode()).digest()).decode()}'"


class _Styles(HTMLParser):
    """Collects the texts of a page's style sheets."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.has_attributes = False
        self._is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.has_attributes |= any(name == "style" for name, _ in attrs)
        if tag == "style":
            self._is_open = True
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self._is_open:
            self.texts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._is_open = False
