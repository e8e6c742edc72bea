"""Install and build what the cells of a plan need, before the first cell."""

from collections.abc import Callable

from include.clients.client_adapters import prepare_clients
from include.kinds.cluster_kind import RunnerKind
from include.kinds.scenario import SCENARIOS
from include.plan.plan import Plan


def check_cells(plan: Plan) -> None:
    """Check what only this machine can tell about the cells of a plan."""
    for treatment in plan.treatments:
        SCENARIOS[treatment.settings.scenario].check(treatment.settings)


def prepare_cells(plan: Plan, say: Callable[[str], None]) -> None:
    """Prepare the clients and the scenarios of a plan; ``say`` reports slow steps."""
    check_cells(plan)
    prepare_clients(plan.clients, say, in_containers=plan.placement.runner is RunnerKind.CONTAINER)
    for treatment in plan.treatments:
        SCENARIOS[treatment.settings.scenario].prepare(treatment.settings, say)
