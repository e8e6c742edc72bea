"""Read what is served from the folder of runs, and nothing outside of it."""

from pathlib import Path

from include import folders
from include.matrix.run_id import ALLOWED, HISTORY, run_id_problem
from include.storage.path import AnyPath

REPORT, RESULTS, COMPARED = "report", "results", "compared"

SERVED = {
    REPORT: (".html", ".md"),
    RESULTS: (".csv", ".json", ".xml"),
    COMPARED: (".html", ".md"),
}
"""The folders of a run whose files are served, and the suffixes of those files."""

HISTORY_SUFFIXES = (".html", ".md", ".csv")

LONGEST_NAME = 200
"""The most characters that the name of a served file has; file systems allow 255 bytes."""


def is_run_name(name: str) -> bool:
    """Whether a folder of that name can be a run."""
    return run_id_problem(name) is None


def is_served_name(name: str, suffixes: tuple[str, ...]) -> bool:
    """Whether a file of that name is served."""
    plain = ALLOWED.fullmatch(name) is not None and not name.startswith(".")
    return plain and len(name) <= LONGEST_NAME and name.endswith(suffixes)


def read_run_file(run: str, folder: str, name: str) -> bytes:
    """The content of a file of a run.

    Raises:
        FileNotFoundError: there is no such file, or it is not served.
        StorageError: the storage cannot be used.
    """
    if not (is_run_name(run) and is_served_name(name, SERVED.get(folder, ()))):
        raise FileNotFoundError(name)
    return read_below(run, folder, name)


def read_history_file(experiment: str, name: str) -> bytes:
    """The content of a file of an experiment's history.

    Raises:
        FileNotFoundError: there is no such file, or it is not served.
        StorageError: the storage cannot be used.
    """
    if not (is_run_name(experiment) and is_served_name(name, HISTORY_SUFFIXES)):
        raise FileNotFoundError(name)
    return read_below(HISTORY, experiment, name)


def read_below(top: str, *parts: str) -> bytes:
    """The content of a file below a folder of the folder of runs; no part may have a separator.

    Raises:
        FileNotFoundError: there is no such file, or a symbolic link leads out of the folder.
        StorageError: the storage cannot be used.
    """
    file = folders.RUNS.joinpath(top, *parts)
    if not isinstance(file, Path):
        content: bytes = file.read_bytes()
        return content
    if not _is_inside(file, folders.RUNS / top) or not file.is_file():
        raise FileNotFoundError(file.name)
    return file.read_bytes()


def served_names(run: str, folder: str) -> list[str]:
    """The names of the files that are served from a folder of a run, in order."""
    return sorted(name for name in names_below(run, folder) if is_served_name(name, SERVED[folder]))


def names_below(*parts: str) -> list[str]:
    """The names in a folder below the folder of runs; none if there is no such folder."""
    folder = folders.RUNS.joinpath(*parts)
    if isinstance(folder, Path) and parts and not _is_inside(folder, folders.RUNS / parts[0]):
        return []
    try:
        return [entry.name for entry in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_inside(path: Path, top: AnyPath) -> bool:
    """Whether a path, with all links followed, is below a folder that is directly in the folder of runs."""
    real_top = Path(top).resolve()
    return real_top.parent == Path(folders.RUNS).resolve() and path.resolve().is_relative_to(real_top)
