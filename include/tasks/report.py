"""Publish the report of a run, and check that the run is complete."""

from include import folders
from include.matrix.plan import read_plan
from include.tasks.planning import pending_cells
from include.tasks.user_errors import log, user_errors


class IncompleteRunError(Exception):
    """Some cells have no sealed raw log."""


def publish_report(run_id: str) -> str:
    """Render the report.

    Returns:
        The page.
    """
    from include.report.publish import publish

    with user_errors():
        page = str(publish(folders.RUNS / run_id))
    log.info("The report is %s", page)
    return page


def check_complete(run_id: str) -> None:
    """Fail the task if a cell is missing. The report is published by then."""
    with user_errors(IncompleteRunError):
        plan = read_plan(folders.RUNS / run_id)
        missing = pending_cells(plan)
        if missing:
            raise IncompleteRunError(
                f"{len(missing)} of {len(plan.cells)} cells have no sealed raw log: {', '.join(missing)}. "
                "Clear them to run them again; the report is published without them."
            )
