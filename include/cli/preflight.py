"""What a plan needs of this machine, had ready before anything is started."""

from collections.abc import Callable

from include import folders
from include.matrix.placement import COMPOSE, EMBEDDED, RunnerKind
from include.matrix.plan import Plan
from include.networks import namespaces
from include.releases.jars import resolve
from include.releases.java import find_java
from include.servers.registry import check_installed
from include.tasks.backend import breaks_networks


def prepare(plan: Plan, say: Callable[[str], None]) -> None:
    """Have it ready; ``say`` is told what takes its time.

    Raises:
        JavaError: there is no Java, or it is too old.
        PlatformError: the release can't be had or run, another server isn't installed, or containers are
            needed and can't be had or run.
    """
    find_java()  # Spark's too
    check_installed(plan.servers)
    releases = [brokers.release for brokers in plan.clusters.values() if brokers.server is None]
    if plan.where.cluster == EMBEDDED:
        if breaks_networks(plan):
            namespaces.check_possible()
        for release in releases:
            resolve(release, say)
    if plan.where.cluster == COMPOSE:
        from include.clusters.compose import backend as compose

        for brokers in plan.clusters.values():
            compose.prepare(brokers.release, brokers.image, say)
        if breaks_networks(plan):
            from include.containers.network import IMAGE as NETWORK_IMAGE

            NETWORK_IMAGE.built(say)
    if plan.where.runner is RunnerKind.CONTAINER:
        from include.cells.container_runner import IMAGE

        IMAGE.built(say)
    if connection := plan.where.connection:
        from include.clusters.external.write_quota import Share

        say(Share(folders.RUNS / plan.run_id, plan).announcement(connection))
