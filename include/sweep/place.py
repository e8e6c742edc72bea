"""Where a plan's cells run: the kind of cluster, and the kind of load programs."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from include import folders
from include.cells.limits import limits
from include.cells.process_runner import ProcessRunner
from include.cells.runner import Runner
from include.clusters.cluster import Cluster, ClusterError
from include.matrix.plan import Plan
from include.matrix.where import COMPOSE, EMBEDDED, RunnerKind
from include.processes.cores import Cores, for_load_programs
from include.processes.identity import ProcessIdentity
from include.scenarios.faults import Means, means_of

Connections = Callable[[str], Mapping[str, Any]]
"""What an Airflow connection holds in its extra field, by its name. Only the DAG file knows Airflow."""


class Place(Protocol):
    """A kind of cluster. What a kind needs is imported when a plan asks for it."""

    def start(
        self,
        folder: Path,
        release: str,
        owner: ProcessIdentity | None,
        *,
        settings: Mapping[str, str] | None = None,
        cores: Cores = (),
    ) -> Cluster:
        """Start one in a folder of its own; return when it is ready. Settings and cores are its brokers'."""
        ...

    def attach(self, folder: Path) -> Cluster:
        """The cluster that was started in this folder, by whichever process.

        Raises:
            ClusterError: none was, or it was stopped.
        """
        ...


def place_of(plan: Plan, cluster: str, connections: Connections) -> Place:
    """The kind that the plan's cluster of that name is.

    Raises:
        ClusterError: it asks for one that there isn't.
    """
    if plan.where.cluster == EMBEDDED:
        from include.clusters import embedded

        return embedded.IsolatedPlace() if breaks_networks(plan) else embedded
    if plan.where.cluster == COMPOSE:
        from include.clusters import compose

        image = plan.clusters[cluster].image
        return compose.OfImage(image) if image else compose
    if name := plan.where.connection:
        from include.clusters.external import ExternalPlace

        return ExternalPlace(name, connections(name), folders.RUNS / plan.run_id, plan)
    raise ClusterError(f"cluster: there is no {plan.where.cluster!r}")


def breaks_networks(plan: Plan) -> bool:
    """Whether a fault of the plan breaks a broker's network."""
    return any(Means.NETWORK in means_of(cell.settings.fault) for cell in plan.cells)


def runner_of(plan: Plan, cluster: Cluster) -> Runner:
    """The kind of load programs that a plan asks for, on that cluster.

    Raises:
        EngineError: they are containers, and there is no engine for them, or no image.
        LimitError: a container's limit isn't one.
    """
    if plan.where.runner is RunnerKind.CONTAINER:
        from include.cells.container_runner import ContainerRunner

        return ContainerRunner(cluster.inside or cluster.access, plan.run_id, limits())
    return ProcessRunner(cluster.access, for_load_programs(plan.experiment.cores))
