"""Find the folder of a run that a user names."""

from include import folders
from include.matrix.plan import PLAN_FILE
from include.storage.path import AnyPath, path_of


def find_run(run: str) -> "AnyPath | None":
    """Return the folder of a run, or None if there is no such run.

    Args:
        run: The name of a run, ``latest``, or the folder or the URL of a run.
    """
    named = folders.RUNS / run
    if named.is_file():  # in an object store, the object ``latest`` contains the name of a run
        named = folders.RUNS / named.read_text(encoding="utf-8").strip()
    return next((folder for folder in (named, path_of(run)) if (folder / PLAN_FILE).is_file()), None)
