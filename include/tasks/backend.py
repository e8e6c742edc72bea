"""Where a plan's cells run: the kind of cluster, and the kind of load programs."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from include import folders
from include.cells.container_limits import limits
from include.cells.process_runner import ProcessRunner
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.errors import PlatformError
from include.faults.specification import Means
from include.matrix.placement import COMPOSE, EMBEDDED, RunnerKind
from include.matrix.plan import Plan
from include.processes.cores import Cores, for_load_programs
from include.processes.identity import ProcessIdentity
from include.scenarios.load_programs import PRODUCER
from include.scenarios.reliable_ack.programs import MONITOR

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
            PlatformError: none was, or it was stopped.
        """
        ...


def place_of(plan: Plan, name: str, connections: Connections) -> Place:
    """The kind of cluster that the plan's cluster of that name is.

    Raises:
        PlatformError: it asks for one that there isn't.
    """
    if server := plan.clusters[name].server:
        from include.servers.registry import SERVERS

        return SERVERS[server]
    if plan.where.cluster == EMBEDDED:
        from include.clusters.embedded import cluster as embedded

        return embedded.IsolatedPlace(isolated_programs(plan)) if breaks_networks(plan) else embedded
    if plan.where.cluster == COMPOSE:
        from include.clusters.compose import backend as compose

        image = plan.clusters[name].image
        return compose.OfImage(image) if image else compose
    if connection := plan.where.connection:
        from include.clusters.external.cluster import ExternalPlace

        return ExternalPlace(connection, connections(connection), folders.RUNS / plan.run_id, plan)
    raise PlatformError(f"cluster: there is no {plan.where.cluster!r}")


NETWORKS = {Means.NETWORK, Means.PROGRAM_NETWORK}


def breaks_networks(plan: Plan) -> bool:
    """Whether the plan breaks a network, of a broker's or of a load program's."""
    return bool(_means(plan) & NETWORKS)


def isolated_programs(plan: Plan) -> list[str]:
    """The load programs that are given a network of their own: none, where only brokers' are broken."""
    return [PRODUCER, MONITOR] if Means.PROGRAM_NETWORK in _means(plan) else []


def _means(plan: Plan) -> set[Means]:
    return {means for treatment in plan.treatments for means in treatment.settings.takes}


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
