"""Brokers that a user has started on this machine without security, as Kafka's quickstart does."""

from include.kinds.cluster_kind import ClusterKind, RunnerKind
from include.kinds.fault import Capability

RECORD = ClusterKind(
    name="localhost",
    capabilities=dict.fromkeys(RunnerKind, frozenset({Capability.PROGRAM})),
    network="loopback",
    manages_brokers=False,
)
