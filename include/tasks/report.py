"""Publish the report of a run."""

from include import folders
from include.tasks.user_errors import log, user_errors


def publish_report(run_id: str) -> str:
    """Render the report, and write the verdict on the run.

    Returns:
        The page.
    """
    from include.report.publish import publish

    with user_errors():
        page = str(publish(folders.RUNS / run_id))
    log.info("The report is %s", page)
    return page
