"""Brokers that a user has started on this machine without security, as Kafka's quickstart does."""

from include.faults.fault import Capability
from include.plan.cluster_kinds.registry import ClusterKind, RunnerKind

RECORD = ClusterKind(
    name="localhost",
    capabilities=dict.fromkeys(RunnerKind, frozenset({Capability.PROGRAM})),
    network="loopback",
    manages_brokers=False,
)
