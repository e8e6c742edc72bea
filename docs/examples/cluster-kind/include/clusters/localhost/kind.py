"""Brokers that a user has started on this machine without security, as Kafka's quickstart does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

if TYPE_CHECKING:
    from include.clusters.backend import ClusterPackage


def _package() -> ClusterPackage:
    from include.clusters.localhost import backend

    return backend


RECORD = ClusterKind(
    name="localhost",
    capabilities=dict.fromkeys(RunnerKind, frozenset({Capability.PROGRAM})),
    package=_package,
    network="loopback",
    manages_brokers=False,
)
