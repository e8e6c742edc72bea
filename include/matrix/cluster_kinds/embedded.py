"""Brokers as processes of this machine, which Kerran starts."""

from include.faults.specification import Means
from include.matrix.cluster_kinds.kind import ClusterKind
from include.matrix.runner_kind import RunnerKind

RECORD = ClusterKind(
    name="embedded",
    capabilities={
        RunnerKind.PROCESS: frozenset(Means),
        RunnerKind.CONTAINER: frozenset({Means.PROGRAM, Means.BROKER, Means.NETWORK}),
    },
    can_throttle_brokers=True,
    queue_server_runners=frozenset({RunnerKind.PROCESS}),
    requirements={Means.NETWORK: "as root", Means.PROGRAM_NETWORK: "as root"},
)
