"""Reach and check the external cluster of a plan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from include import folders
from include.clusters.backend import ClusterRequest, Connections
from include.clusters.external.cluster import ExternalCluster
from include.clusters.external.connection import read_connection
from include.clusters.external.write_quota import WriteQuota
from include.errors import PlatformError
from include.matrix.plan import Plan


@dataclass(frozen=True, repr=False)
class ExternalBackend:
    """Reaches the cluster of an Airflow connection; ``extra`` is the connection's extra field."""

    name: str
    extra: Mapping[str, object]
    quota: WriteQuota

    def start(self, request: ClusterRequest) -> ExternalCluster:
        """The cluster, once the run may begin; release, settings and cores are the cluster's own."""
        request.folder.mkdir(parents=True, exist_ok=True)
        cluster = self.attach(request.folder)
        cluster.start()
        return cluster

    def attach(self, _folder: Path) -> ExternalCluster:
        """The cluster; its folder holds no state."""
        return ExternalCluster(read_connection(self.name, self.extra), self.quota)


def backend_for(plan: Plan, _name: str, connections: Connections) -> ExternalBackend:
    """The backend of a plan's cluster."""
    connection = str(plan.placement.connection)
    return ExternalBackend(connection, connections(connection), _quota(plan))


def attach(folder: Path) -> ExternalCluster:
    """Refuse: the folder of an external cluster does not tell which cluster it is.

    Raises:
        PlatformError: Always.
    """
    raise PlatformError(f"An external cluster cannot be found by its folder {folder}; use its connection.")


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Announce how much will be written to the cluster."""
    say(_quota(plan).announcement(str(plan.placement.connection)))


def _quota(plan: Plan) -> WriteQuota:
    return WriteQuota(folders.RUNS / plan.run_id, plan)
