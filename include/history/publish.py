"""Publish the history of an experiment: a page, a text, and a table of every figure."""

from pathlib import Path

from include.history.comparable_runs import Axis, lineages
from include.history.contents import contents
from include.history.figures import figures
from include.history.runs import read_runs
from include.history.series import all_series
from include.matrix.experiment import current_name
from include.matrix.run_id import HISTORY
from include.rendering.page import write_page
from include.storage.atomic_write import put
from include.storage.path import AnyPath

TEMPLATES = Path(__file__).parent / "templates"


def publish(runs: AnyPath, experiment: str, axis: Axis | None = None) -> AnyPath:
    """Write ``history/<experiment>/`` in a folder of runs; its page's path.

    Raises:
        HistoryError: there is no run of the experiment with results.
        StorageError: the storage can't be used.
    """
    experiment = current_name(experiment)
    found = lineages(read_runs(runs, experiment), axis)
    series = [all_series(lineage) for lineage in found.lineages]
    shown = contents(experiment, found, series)
    folder = runs / HISTORY / experiment
    put(folder / "history.csv", figures(found.lineages, series))
    write_page(folder / "history.md", TEMPLATES / "history.md.jinja", history=shown)
    return write_page(folder / "index.html", TEMPLATES / "history.html.jinja", history=shown)
