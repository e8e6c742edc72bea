"""Prepare everything that a plan needs on this machine, before anything is started."""

from collections.abc import Callable

from include.cells.client_command import prepare_clients
from include.clusters.backend import package_of
from include.matrix.plan import Plan
from include.matrix.runner_kind import RunnerKind
from include.releases.java import find_java
from include.servers.registry import check_installed


def prepare(plan: Plan, say: Callable[[str], None]) -> None:
    """Check what a plan needs, and fetch or build what is missing; ``say`` reports slow steps.

    Raises:
        JavaError: there is no Java, or it is too old.
        PlatformError: a release cannot be fetched or run, a queue server is not installed, or containers are
            needed and there is no engine for them.
    """
    find_java()  # Spark needs Java too
    check_installed(plan.servers)
    package_of(plan.placement.kind.name).preflight(plan, say)
    prepare_clients(plan.clients, say)
    if plan.placement.runner is RunnerKind.CONTAINER:
        from include.cells.container_runner import LOAD_IMAGE

        LOAD_IMAGE.built(say)
