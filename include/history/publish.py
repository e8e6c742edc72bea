"""Publish the history of an experiment: a page, a text, and a table of every figure."""

from pathlib import Path

from include.history.comparable_runs import Axis, group_runs
from include.history.history_csv import history_csv
from include.history.history_model import build_history
from include.history.past_runs import read_past_runs
from include.history.series import all_series
from include.matrix.run_id import HISTORY
from include.rendering.page import write_page
from include.storage.atomic_write import put
from include.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"


def publish(runs: AnyPath, experiment: str, axis: Axis | None = None) -> AnyPath:
    """Write ``history/<experiment>/`` in a folder of runs, and return the path of the page.

    Raises:
        HistoryError: there is no run of the experiment with results.
        StorageError: the storage cannot be used.
    """
    found = group_runs(read_past_runs(runs, experiment), axis)
    series = [all_series(group) for group in found.groups]
    history = build_history(experiment, found, series)
    folder = runs / HISTORY / experiment
    put(folder / "history.csv", history_csv(found.groups, series))
    write_page(folder / "history.md", TEMPLATES / "history.md.jinja", history=history)
    return write_page(folder / "index.html", TEMPLATES / "history.html.jinja", history=history)
