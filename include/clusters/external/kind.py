"""A cluster that Kerran does not manage, reached through an Airflow connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

if TYPE_CHECKING:
    from collections.abc import Callable

    from include.clusters.backend import ClusterPackage
    from include.plan.judging.deployment import Deployment

MIB = 2**20


def _package() -> ClusterPackage:
    from include.clusters.external import backend

    return backend


def _limits() -> Callable[[str, str, Deployment], Deployment]:
    from include.clusters.external.limits import with_limits

    return with_limits


RECORD = ClusterKind(
    name="external",
    capabilities={
        RunnerKind.PROCESS: frozenset({Capability.PROGRAM, Capability.LIBRARY, Capability.APPLICATION}),
        RunnerKind.CONTAINER: frozenset({Capability.PROGRAM}),
    },
    package=_package,
    limits=_limits,
    network="the network to a cluster that Kerran does not manage",
    manages_brokers=False,
    needs_connection=True,
    max_warm_up_bytes=64 * MIB,  # the brokers of a cluster in use are usually warm
)
