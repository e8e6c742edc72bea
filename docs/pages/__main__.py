"""Write the pages of docs/ that follow from the code: ``python -m docs.pages``."""

from collections.abc import Callable, Mapping
from pathlib import Path

from docs.pages import configuration, metrics, settings, tables

FOLDER = Path(__file__).resolve().parent.parent

PAGES: Mapping[str, Callable[[], str]] = {
    "configuration.md": configuration.page,
    "metrics.md": metrics.page,
    "settings.md": settings.page,
    "tables.md": tables.page,
}
"""The function that returns the text of each page."""

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")
        print(FOLDER / name)
