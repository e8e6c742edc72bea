"""A plan in one line: its cells and its subject."""

from include.plan.plan import Plan
from include.report.pages.wording import number_of
from include.tasks.planning import pending_cells


def title(plan: Plan) -> str:
    """A line about a run: its experiment, its cells and its subject."""
    pending = len(pending_cells(plan))
    cells = (
        cells_in_words(plan)
        if pending == len(plan.cells)
        else f"{pending} of {len(plan.cells)} cells are left"
    )
    return f"{plan.experiment.title}: {cells}, {subject(plan)}, run {plan.run_id}"


def cells_in_words(plan: Plan) -> str:
    """The number of cells, as a range if the run stops as soon as it is precise: ``30 to 60 cells``."""
    most, until = len(plan.cells), plan.experiment.until
    if until is None:
        return number_of(most, "cell")
    fewest = sum(cell.block <= plan.experiment.repetitions for cell in plan.cells)
    return f"{fewest} to {most} cells" if fewest < most else number_of(most, "cell")


def subject(plan: Plan) -> str:
    """The subject of a run: a Kafka release, a user's cluster, or the arms that are compared."""
    if arms := [f"{name} ({arm})" for name, arm in plan.experiment.arms.items()]:
        return " and ".join(arms)
    is_ours = plan.placement.kind.manages_brokers
    kafka = f"Kafka {plan.release}" if is_ours else f"the cluster {plan.placement.cluster}"
    return " and ".join([kafka, *plan.servers])
