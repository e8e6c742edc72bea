"""Publish what many runs say together."""

from include import folders
from include.sweep.plainly import log, plainly

RELEASES = "releases"
"""The experiment of Kafka's whole history."""


def publish(experiment: str = RELEASES) -> str:
    """Render the history of an experiment; its place."""
    from include.history.errors import HistoryError
    from include.history.publish import publish

    with plainly(HistoryError):
        place = str(publish(folders.RUNS, experiment))
    log.info("The history is %s", place)
    return place
