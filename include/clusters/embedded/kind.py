"""Brokers as processes of this machine, which Kerran starts."""

from include.faults.fault import Capability
from include.plan.cluster_kinds.registry import ClusterKind, RunnerKind

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
