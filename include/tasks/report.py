"""Publish the report, and say whether the run is complete."""

from include import folders
from include.matrix.plan import read_plan
from include.tasks.planning import pending
from include.tasks.user_errors import log, plainly


class IncompleteRunError(Exception):
    """Some cells have no sealed raw log."""


def publish(run_id: str) -> str:
    """Render the report; its place."""
    from include.report.publish import publish

    with plainly():
        place = str(publish(folders.RUNS / run_id))
    log.info("The report is %s", place)
    return place


def check_complete(run_id: str) -> None:
    """End the task when a cell is missing, so that nobody overlooks it: the report is out by now."""
    with plainly(IncompleteRunError):
        plan = read_plan(folders.RUNS / run_id)
        missing = pending(plan)
        if missing:
            raise IncompleteRunError(
                f"{len(missing)} of {len(plan.cells)} cells have no sealed raw log: {', '.join(missing)}. "
                "Clear them to run them again; the report is published without them."
            )
