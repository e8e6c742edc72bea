"""A Kafka cluster that Kerran does not manage, reached through an Airflow connection."""

from collections.abc import Callable, Mapping
from pathlib import Path

from include.clusters.backend import Backend, ClusterRequest, Connections
from include.clusters.external.cluster import ExternalCluster
from include.clusters.external.connection import read_connection
from include.clusters.external.run_write_limit import WriteQuota
from include.machine import folders
from include.plan.plan import Plan


def backend_for(plan: Plan, _name: str, connections: Connections) -> Backend:
    """The backend of a plan's cluster."""
    connection = str(plan.placement.connection)
    return backend_of_connection(connection, connections(connection), _quota(plan))


def backend_of_connection(name: str, extra: Mapping[str, object], quota: WriteQuota) -> Backend:
    """The backend of the cluster that is reached through an Airflow connection.

    ``extra`` is the extra field of the connection.
    """

    def attached(_folder: Path) -> ExternalCluster:
        return ExternalCluster(read_connection(name, extra), quota)

    def start(request: ClusterRequest) -> ExternalCluster:
        """Check that the run may begin, and return the cluster.

        The release, the settings and the cores of the request are ignored.
        """
        request.folder.mkdir(parents=True, exist_ok=True)
        cluster = attached(request.folder)
        cluster.start()
        return cluster

    return Backend(start, attached)


def preflight(plan: Plan, say: Callable[[str], None]) -> None:
    """Announce how much will be written to the cluster."""
    say(_quota(plan).announcement(str(plan.placement.connection)))


def _quota(plan: Plan) -> WriteQuota:
    return WriteQuota(folders.RUNS / plan.run_id, plan)
