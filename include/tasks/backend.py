"""The backend of each cluster of a plan, and the runner of its load programs."""

from include.cells import fork_client
from include.cells.process_runner import ProcessRunner
from include.cells.resource_limits import limits_of
from include.cells.runner import Runner
from include.clusters.backend import Backend, Connections, package_of
from include.clusters.cluster import Cluster
from include.matrix.cluster_kinds.registry import RunnerKind
from include.matrix.plan import Plan


def backend_of(plan: Plan, name: str, connections: Connections) -> Backend:
    """The backend of the cluster with this name in a plan."""
    if server := plan.clusters[name].server:
        from include.servers.registry import SERVERS

        return Backend(SERVERS[server].start, SERVERS[server].attach)
    return package_of(plan.placement.kind.name).backend_for(plan, name, connections)


def runner_of(plan: Plan, cluster: Cluster) -> Runner:
    """The runner of a plan's load programs, for cells on that cluster."""
    if plan.placement.runner is RunnerKind.CONTAINER:
        from include.cells.container_runner import ContainerRunner

        return ContainerRunner(cluster.inside or cluster.access, plan.run_id, limits_of(plan.conditions))
    return ProcessRunner(cluster.access, plan.cores.load_programs, fork_client.client_of(plan.run_id))
