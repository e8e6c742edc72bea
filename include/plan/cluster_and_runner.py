"""The placement of a run's cells: the cluster, and how the load programs run."""

from pydantic import BaseModel

from include.kinds.cluster_kind import CLUSTER_KINDS, DEFAULT_KIND, ClusterKind, RunnerKind
from include.kinds.fault import Capability


class Placement(BaseModel, frozen=True):
    """The cluster for a run's cells, and the kind of runner that starts the cells' load programs.

    The placement is a part of a run's plan, because cells with different placements cannot be compared.

    ``cluster`` is the name of a cluster kind. For a kind that needs an Airflow connection, a colon and the id
    of the connection follow.
    """

    cluster: str = DEFAULT_KIND
    runner: RunnerKind = RunnerKind.PROCESS

    @property
    def kind(self) -> ClusterKind:
        """The record of the cluster's kind."""
        return CLUSTER_KINDS[self.cluster.partition(":")[0]]

    @property
    def connection(self) -> str | None:
        """The id of the Airflow connection to the cluster; None if the kind needs no connection."""
        return self.cluster.partition(":")[2] or None

    @property
    def capabilities(self) -> frozenset[Capability]:
        """The capabilities that faults can rely on."""
        return self.kind.capabilities[self.runner]

    def __str__(self) -> str:
        """The options that choose this placement: ``CLUSTER=embedded with RUNNER=process``."""
        return f"CLUSTER={self.cluster} with RUNNER={self.runner.value}"


def unmanaged(placement: Placement) -> str:
    """The reason why a key of an experiment is refused on a cluster that Kerran does not manage."""
    return f"is not supported on {placement.cluster}, which Kerran does not manage"
