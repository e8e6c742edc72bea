"""Answer a request with a file of a run, as what its name says and as nothing else."""

from pathlib import PurePosixPath

from fastapi import Response

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


def file_answer(name: str, content: bytes) -> Response:
    """An answer with the content of a file; pages get a policy that admits what they contain."""
    suffix = PurePosixPath(name).suffix
    headers = {"Content-Security-Policy": _policy(suffix, content)}
    if suffix in DOWNLOADED:
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, media_type=TYPES[suffix], headers=headers)


def _policy(suffix: str, content: bytes) -> str:
    return page_policy(content.decode(errors="replace")) if suffix == ".html" else NOTHING
