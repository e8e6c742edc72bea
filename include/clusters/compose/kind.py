"""Brokers in containers of this machine, which Kerran starts with Docker Compose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

if TYPE_CHECKING:
    from include.clusters.backend import ClusterPackage

COMMON = frozenset({Capability.PROGRAM, Capability.BROKER, Capability.NETWORK, Capability.PROXY})


def _package() -> ClusterPackage:
    from include.clusters.compose import backend

    return backend


RECORD = ClusterKind(
    name="compose",
    capabilities={
        RunnerKind.PROCESS: COMMON | {Capability.LIBRARY, Capability.APPLICATION},
        RunnerKind.CONTAINER: COMMON | {Capability.PROGRAM_NETWORK},
    },
    package=_package,
    network="a bridge between containers of one machine",
    accepts_image=True,
)
