"""Read the served files of the folder of runs, and nothing outside of this folder.

Runs are found by name with a single listing of the folder, however many runs there are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from include.machine import folders
from include.machine.storage.path import AnyPath
from include.plan.run_id import ALLOWED, HISTORY, run_id_problem
from include.rawlog.cells_and_results_of_run import RESULTS_FOLDER

REPORT, RESULTS, COMPARED = "report", RESULTS_FOLDER, "compared"

SERVED = {
    REPORT: (".html", ".md", ".json"),
    RESULTS: (".csv", ".json", ".xml"),
    COMPARED: (".html", ".md"),
}
"""The folders of a run whose files are served, and the suffixes of those files."""

HISTORY_SUFFIXES = (".html", ".md", ".csv")

LONGEST_NAME = 200
"""The maximum number of characters in the name of a served file. File systems allow 255 bytes."""


def is_run_name(name: str) -> bool:
    """Whether ``name`` can be the name of a run."""
    return run_id_problem(name) is None


def is_served_name(name: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a file with this name is served."""
    plain = ALLOWED.fullmatch(name) is not None and not name.startswith(".")
    return plain and len(name) <= LONGEST_NAME and name.endswith(suffixes)


def read_run_file(run: str, folder: str, name: str) -> bytes:
    """The content of a file of a run.

    Raises:
        FileNotFoundError: The file does not exist, or is not served.
        StorageError: The storage cannot be used.
    """
    if not (is_run_name(run) and is_served_name(name, SERVED.get(folder, ()))):
        raise FileNotFoundError(name)
    return read_below(run, folder, name)


def read_history_file(experiment: str, name: str) -> bytes:
    """The content of a file of an experiment's history.

    Raises:
        FileNotFoundError: The file does not exist, or is not served.
        StorageError: The storage cannot be used.
    """
    if not (is_run_name(experiment) and is_served_name(name, HISTORY_SUFFIXES)):
        raise FileNotFoundError(name)
    return read_below(HISTORY, experiment, name)


def read_below(top: str, *parts: str, most_bytes: int | None = None) -> bytes:
    """The content of the file ``parts`` in the folder ``top``, which is in the folder of runs.

    No part of the path may contain a separator. With ``most_bytes``, only the beginning is read.

    Raises:
        FileNotFoundError: The file does not exist, or a symbolic link leads out of the folder.
        StorageError: The storage cannot be used.
    """
    folder = folders.RUNS / top
    file = folder.joinpath(*parts)
    if not (_is_inside(file, folder) and file.is_file()):
        raise FileNotFoundError(file.name)
    if most_bytes is None:
        content: bytes = file.read_bytes()
        return content
    with file.open("rb") as opened:
        return bytes(opened.read(most_bytes))


def served_names(run: str, folder: str) -> list[str]:
    """The names of the files that are served from a folder of a run, in order."""
    names = names_below(run, folder)
    return sorted(name for name in names if is_served_name(name, SERVED[folder]))


def names_below(top: str, *parts: str) -> list[str]:
    """The names in the folder ``parts`` below the folder ``top``; none if the folder does not exist."""
    first = folders.RUNS / top
    folder = first.joinpath(*parts)
    return _names_in(folder) if _is_inside(folder, first) else []


def _names_in(folder: AnyPath) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_inside(path: AnyPath, top: AnyPath) -> bool:
    """Whether ``path`` is below ``top``, and ``top`` is in the folder of runs, with links resolved.

    In an object store, the answer is always True, because it has no links.
    """
    if not (isinstance(path, Path) and isinstance(top, Path)):
        return True
    real_top = top.resolve()
    return real_top.parent == top.parent.resolve() and path.resolve().is_relative_to(real_top)


PAGE_SIZE = 50
"""The number of runs on a page. Of other runs, at most ``dag.txt`` and the time of the plan are read."""


@dataclass(frozen=True)
class Page:
    """One page of a list of names. The first page has the number 1."""

    names: list[str]
    number: int
    count: int
    total: int

    @property
    def first(self) -> int:
        """The position of the page's first name in the whole list, from 1."""
        return (self.number - 1) * PAGE_SIZE + 1


def find_runs(query: str) -> list[str]:
    """The runs whose names contain every word of the query, by name."""
    return sorted(filter(_matching(query), filter(is_run_name, _names_in(folders.RUNS))))


def find_histories(query: str) -> list[str]:
    """The experiments that have a history and whose names contain every word of the query."""
    return sorted(filter(_matching(query), filter(is_run_name, names_below(HISTORY))))


def page_of(names: list[str], number: int) -> Page:
    """The page with this number, or the last page if there are fewer pages."""
    count = max(1, -(-len(names) // PAGE_SIZE))
    number = min(number, count)
    first = (number - 1) * PAGE_SIZE
    return Page(names[first : first + PAGE_SIZE], number, count, len(names))


def _matching(query: str) -> Callable[[str], bool]:
    words = query.casefold().split()
    return lambda name: all(word in name.casefold() for word in words)
