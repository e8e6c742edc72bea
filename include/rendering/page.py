"""Pages and texts from Jinja templates. A page is one file and requests nothing from the network."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from plotly.offline import get_plotlyjs

from include.storage.atomic_write import put
from include.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"
"""The templates that all pages share: the page itself, tables and the style sheet."""


def write_page(path: AnyPath, template: Path, **variables: object) -> AnyPath:
    """Render a template into a file, and return the path of that file.

    The template can extend, include and import the templates of its own folder and the shared ones.

    Raises:
        StorageError: the storage cannot be used.
    """
    put(path, _environment(template.parent).get_template(template.name).render(**variables))
    return path


@cache
def _environment(folder: Path) -> Environment:
    """Templates whose names end in ``.html.jinja`` escape their variables; ``.md.jinja`` templates do not."""
    environment = Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=select_autoescape(enabled_extensions=["html.jinja"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["plotly"] = get_plotlyjs
    return environment
