"""Brokers in containers of this machine, which Kerran starts with Docker Compose."""

from include.faults.specification import Means
from include.matrix.cluster_kinds.kind import ClusterKind
from include.matrix.runner_kind import RunnerKind

RECORD = ClusterKind(
    name="compose",
    capabilities={
        RunnerKind.PROCESS: frozenset({Means.PROGRAM, Means.BROKER, Means.NETWORK}),
        RunnerKind.CONTAINER: frozenset(Means),
    },
    accepts_image=True,
)
