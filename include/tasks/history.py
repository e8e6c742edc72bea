"""Publish what many runs say together."""

from include import folders
from include.matrix.plan import read_plan
from include.tasks.user_errors import log, plainly


def publish(run_id: str) -> str | None:
    """Render the history of a run's experiment; its place, None where no run has anything to show yet."""
    from include.history.errors import HistoryError
    from include.history.publish import publish

    with plainly():
        try:
            place = publish(folders.RUNS, read_plan(folders.RUNS / run_id).experiment.name)
        except HistoryError as error:
            log.warning("There is no history yet: %s", error)
            return None
    log.info("The history is %s", place)
    return str(place)
