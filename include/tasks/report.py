"""Publish the report of a run, and the history of its experiment."""

from include.machine import folders
from include.plan.plan import read_plan
from include.tasks.user_errors import log


def publish_report(run_id: str) -> str:
    """Render the report, and write the verdict on the run.

    Returns:
        The path of the page.
    """
    from include.report.publish import publish

    page = str(publish(folders.RUNS / run_id))
    log.info("The report is %s", page)
    return page


def publish_history(run_id: str) -> str | None:
    """Render the history of a run's experiment.

    Returns:
        The path of the page, or None if no run has results yet.
    """
    from include.machine.errors import HistoryError
    from include.report.history.publish import publish

    try:
        page = publish(folders.RUNS, read_plan(folders.RUNS / run_id).experiment.name)
    except HistoryError as error:
        log.warning("There is no history yet: %s", error)
        return None
    log.info("The history is %s", page)
    return str(page)
