"""Brokers as processes of this machine, which Kerran starts."""

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

RECORD = ClusterKind(
    name="embedded",
    capabilities={
        RunnerKind.PROCESS: frozenset(Capability),
        RunnerKind.CONTAINER: frozenset({Capability.PROGRAM, Capability.BROKER, Capability.NETWORK}),
    },
    network="loopback",
    can_throttle_brokers=True,
    queue_server_runners=frozenset({RunnerKind.PROCESS}),
    requirements={Capability.NETWORK: "as root", Capability.PROGRAM_NETWORK: "as root"},
)
