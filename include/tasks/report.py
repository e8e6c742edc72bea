"""Publish the report of a run, and check that the run is complete."""

from collections.abc import Iterator

from include import folders
from include.matrix.plan import Plan, read_plan
from include.report.rejected_cells import read_rejected
from include.storage.path import AnyPath
from include.tasks.planning import pending_cells
from include.tasks.user_errors import log, user_errors


class IncompleteRunError(Exception):
    """The results do not have every cell."""


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
    """Fail the task if a cell is missing, or was rejected. The report is published by then."""
    run = folders.RUNS / run_id
    with user_errors(IncompleteRunError):
        if problems := [*_problems(run, read_plan(run))]:
            raise IncompleteRunError(" ".join(problems))


def _problems(run: AnyPath, plan: Plan) -> Iterator[str]:
    if missing := pending_cells(plan):
        yield (
            f"{len(missing)} of {len(plan.cells)} cells have no sealed raw log: {', '.join(missing)}. "
            "Clear them to run them again; the report is published without them."
        )
    if rejected := read_rejected(run):
        yield (
            f"{len(rejected)} of {len(plan.cells)} cells were rejected: {'; '.join(rejected.values())}. "
            "To measure a cell again, remove its folder and complete the run; the report is published "
            "without them."
        )
