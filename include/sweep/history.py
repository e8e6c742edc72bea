"""Publish what many runs say together."""

from include import folders
from include.matrix.plan import read_plan
from include.sweep.plainly import log, plainly


def publish(run_id: str) -> str:
    """Render the history of a run's experiment; its place."""
    from include.history.errors import HistoryError
    from include.history.publish import publish

    with plainly(HistoryError):
        place = str(publish(folders.RUNS, read_plan(folders.RUNS / run_id).experiment.name))
    log.info("The history is %s", place)
    return place
