"""Pages and texts from templates; each is whole in itself, and asks the network for nothing."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from plotly.offline import get_plotlyjs

from include.rendering.palette import LOOKS
from include.storage.atomic_write import put
from include.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"


def write_page(path: AnyPath, template: str, **shown: object) -> AnyPath:
    """Fill a template with what is to be shown, and write it; its path.

    Raises:
        StorageError: the storage can't be used.
    """
    put(path, _environment().get_template(template).render(**shown))
    return path


@cache
def _environment() -> Environment:
    """By its name's end, a ``.html.jinja`` template escapes what it shows and a ``.md.jinja`` one doesn't."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(enabled_extensions=["html.jinja"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"looks": LOOKS, "plotly": get_plotlyjs}
    return environment
