"""Brokers as processes of this machine, which Kerran starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

if TYPE_CHECKING:
    from include.clusters.backend import ClusterPackage


def _package() -> ClusterPackage:
    from include.clusters.embedded import backend

    return backend


RECORD = ClusterKind(
    name="embedded",
    capabilities={
        RunnerKind.PROCESS: frozenset(Capability),
        RunnerKind.CONTAINER: frozenset(
            {Capability.PROGRAM, Capability.BROKER, Capability.NETWORK, Capability.DISK}
        ),
    },
    package=_package,
    network="loopback",
    can_throttle_brokers=True,
    queue_server_runners=frozenset({RunnerKind.PROCESS}),
    requirements={Capability.NETWORK: "as root", Capability.PROGRAM_NETWORK: "as root"},
)
