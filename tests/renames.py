"""The names that changed, as docs/renames.md lists them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from include.folders import ROOT

DOCUMENT = ROOT / "docs" / "renames.md"

ROW = re.compile(
    r"\| (?P<kind>[a-z][a-z -]*) \| (?:`(?P<before>[^`]+)`|\(new\)) \| (?:`(?P<now>[^`]+)`|\(removed\)) \|"
)

REMOVED = None
"""Stands in place of the present name of what there is no more."""

Names = Mapping[str, str | None]


@cache
def renames() -> dict[str, Names]:
    """The present names by the former ones, by kind: scenario, experiment, setting, module, …"""
    tables: dict[str, dict[str, str | None]] = {}
    for kind, before, now in all_rows():
        if before:
            assert before not in tables.setdefault(kind, {}), f"{DOCUMENT.name} lists {before} twice"
            tables[kind][before] = now
    return dict(tables)


def new_names(kind: str) -> set[str]:
    """The names of one kind that had no former name, because nothing was there."""
    return {now for of, before, now in all_rows() if of == kind and now and not before}


@cache
def all_rows() -> list[tuple[str, str | None, str | None]]:
    """The rows of the document."""
    return list(rows(DOCUMENT.read_text(encoding="utf-8")))


def rows(text: str) -> Iterator[tuple[str, str | None, str | None]]:
    """Kind, former name (None: new) and present name (None: removed) of each row, of whichever table.

    Raises:
        AssertionError: a row of a table has another form.
    """
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith(("| kind |", "| --- |")):
            row = ROW.fullmatch(line.rstrip())
            assert row, f"{DOCUMENT.name}: {line!r} is not of the form | kind | `before` | `now` |"
            yield row["kind"], row["before"], row["now"]


def names_of(kind: str) -> Names:
    """The renames of one kind."""
    return renames().get(kind, {})


def current(kind: str, name: str) -> str:
    """The present name of what had that name.

    Raises:
        KeyError: it was removed.
    """
    now = names_of(kind).get(name, name)
    if now is REMOVED:
        raise KeyError(f"{DOCUMENT.name}: {kind} {name} was removed")
    return now


def current_settings(settings: Mapping[str, object], scenario: str) -> dict[str, object]:
    """Settings with their present names, without those that were removed.

    Args:
        settings: Values by the settings' former names.
        scenario: The former name of their scenario.
    """
    table = names_of("setting")
    names = {name: table.get(f"{scenario}.{name}", table.get(name, name)) for name in settings}
    return {now: settings[name] for name, now in names.items() if now is not REMOVED}
