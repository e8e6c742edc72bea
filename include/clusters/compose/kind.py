"""Brokers in containers of this machine, which Kerran starts with Docker Compose."""

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

COMMON = frozenset({Capability.PROGRAM, Capability.BROKER, Capability.NETWORK, Capability.PROXY})

RECORD = ClusterKind(
    name="compose",
    capabilities={
        RunnerKind.PROCESS: COMMON | {Capability.LIBRARY},
        RunnerKind.CONTAINER: COMMON | {Capability.PROGRAM_NETWORK},
    },
    network="a bridge between containers of one machine",
    accepts_image=True,
)
