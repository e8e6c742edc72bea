"""Pages and texts from Jinja templates. A page is one file and requests nothing from the network."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"
"""The templates that all pages share: the page itself, its blocks and the style sheet."""

CODE = re.compile("`([^`]+)`")


def write_page(path: AnyPath, template: Path, **variables: object) -> AnyPath:
    """Render a template into a file, and return the path of that file.

    The template can extend, include and import templates of its own folder, and the shared templates.
    """
    put(path, environment(template.parent).get_template(template.name).render(**variables))
    return path


@cache
def environment(folder: Path) -> Environment:
    """The Jinja environment with the templates of a folder and the shared templates.

    Templates whose names end in ``.html.jinja`` escape their variables; ``.md.jinja`` templates do not.
    """
    templates = Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=select_autoescape(enabled_extensions=["html.jinja"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"inline_code": _inline_code, "markdown_row": _markdown_row}
    return templates


def _inline_code(text: str) -> Markup:
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def _markdown_row(texts: Iterable[object]) -> str:
    cells = (str(text).replace("|", "\\|").replace("\n", " ") for text in texts)
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
