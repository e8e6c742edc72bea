"""Find runs by their names: one listing of the folder of runs, however many runs there are."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from include.matrix.run_id import HISTORY, RESERVED_NAMES
from include.web.run_store import is_run_name, names_below, names_of_entries

PAGE_SIZE = 50
"""Runs on one page. Files are read of these runs only."""

TIME = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)T(\d\d)(\d\d)(\d\d)")
"""The time in the name of a run that was given none: ``cost-20261123T094500``."""


@dataclass(frozen=True)
class Found:
    """The names that a search found.

    ``left_out`` counts the folders that cannot be runs, because of their names.
    """

    names: list[str]
    left_out: int = 0


@dataclass(frozen=True)
class Page:
    """The part of the found names that one page shows; pages count from 1."""

    names: list[str]
    number: int
    count: int
    total: int

    @property
    def first(self) -> int:
        """The position of the first name, from 1."""
        return (self.number - 1) * PAGE_SIZE + 1


def find_runs(query: str) -> Found:
    """The runs whose names contain every word of the query, the newest first by the times in their names.

    Runs without a time in their names follow in the order of the alphabet.
    """
    names = [name for name in names_of_entries() if name not in RESERVED_NAMES and not name.startswith(".")]
    runs = [name for name in names if is_run_name(name)]
    return Found(sorted(filter(_matching(query), runs), key=_newest_first), len(names) - len(runs))


def find_histories(query: str) -> Found:
    """The experiments that have a history and whose names contain every word of the query."""
    return Found(sorted(filter(_matching(query), filter(is_run_name, names_below(HISTORY)))))


def page_of(names: list[str], number: int) -> Page:
    """A page of names; the last page where there are fewer."""
    count = max(1, -(-len(names) // PAGE_SIZE))
    number = min(number, count)
    first = (number - 1) * PAGE_SIZE
    return Page(names[first : first + PAGE_SIZE], number, count, len(names))


def _matching(query: str) -> Callable[[str], bool]:
    words = query.casefold().split()
    return lambda name: all(word in name.casefold() for word in words)


def _newest_first(name: str) -> tuple[int, str]:
    match = TIME.search(name)
    return (-int("".join(match.groups())), name) if match else (0, name)
