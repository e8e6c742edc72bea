"""Where the results of a run are, also while new ones replace them.

New results are copied to a folder of their own. Its list, which is written last, makes them the results of
the run; only then they replace the former ones, file by file, and the list is removed when all have. A reader
thus finds the former results or the new ones, wherever the replacement stopped.
"""

from include.storage.path import AnyPath

RESULTS_FOLDER = "results"

NEW_RESULTS_FOLDER = "results.unfinished"

LIST_FILE = "files.json"
"""The names of the new results: a JSON array."""


def results_of_run(run: AnyPath) -> AnyPath:
    """The folder with the results of a run: the new ones if all of them are there."""
    replacing = run / NEW_RESULTS_FOLDER
    return replacing if (replacing / LIST_FILE).exists() else run / RESULTS_FOLDER
