"""A cluster that Kerran does not manage, reached through an Airflow connection."""

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

MIB = 2**20

RECORD = ClusterKind(
    name="external",
    capabilities={
        RunnerKind.PROCESS: frozenset({Capability.PROGRAM, Capability.LIBRARY}),
        RunnerKind.CONTAINER: frozenset({Capability.PROGRAM}),
    },
    network="the network to a cluster that Kerran does not manage",
    manages_brokers=False,
    needs_connection=True,
    max_warm_up_bytes=64 * MIB,  # the brokers of a cluster in use are usually warm
)
