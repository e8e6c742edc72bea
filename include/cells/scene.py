"""Build the scene of a running cell, on which its faults act."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from include.clusters.cluster import Cluster
from include.clusters.cluster_health import (
    TRANSACTIONS,
    brokers_of,
    ends,
    leader_of,
    missing_parts,
    replicas_of,
    transactions_partition,
)
from include.clusters.topics import admin
from include.faults.scene import Broker, Scene, Supervisor
from include.faults.struck_settings import StruckSettings
from include.load_runtime.program import LoadPrograms
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class ClusterBrokers:
    """The brokers of a cluster, as faults see them."""

    cluster: Cluster

    def broker(self, id: int) -> Broker:
        return self.cluster.broker(id)

    def living(self) -> set[int]:
        return brokers_of(self.cluster.access)

    def missing(self) -> list[str]:
        return missing_parts(admin(self.cluster.access), len(self.cluster.brokers))

    def leader_of(self, topic: str, partition: int) -> Broker:
        return self.cluster.broker(leader_of(self.cluster.access, topic, partition))

    def replicas_of(self, topic: str, partition: int) -> tuple[list[int], list[int]]:
        return replicas_of(self.cluster.access, topic, partition)

    def log_ends(self, topic: str, partitions: int, *, committed: bool = False) -> Mapping[int, int]:
        return ends(self.cluster.access, topic, partitions, committed)

    def coordinator_of(self, transactional_id: str) -> tuple[str, int]:
        return TRANSACTIONS, transactions_partition(self.cluster.access, transactional_id)


def scene_of(
    cluster: Cluster, settings: ScenarioSettings, topic: str, programs: LoadPrograms, supervisor: Supervisor
) -> Scene:
    """The scene of a cell.

    Only settings that satisfy ``StruckSettings`` can name a fault, so that the cast is safe where it is used.
    """
    struck = cast("StruckSettings", settings)
    return Scene(struck, topic, programs, supervisor, ClusterBrokers(cluster))
