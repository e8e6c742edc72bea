"""Kill the broker that coordinates the transactions; start it again when another does."""

from dataclasses import dataclass

from include.clusters.cluster import Broker
from include.clusters.cluster_health import TRANSACTIONS, transactions_partition
from include.faults.scene import Scene
from include.load_runtime.job import CopyJob


@dataclass(frozen=True)
class Coordinator:
    """The broker, and the partition of the transactions' log that makes it the coordinator."""

    broker: Broker
    partition: int

    def __str__(self) -> str:
        """As a person calls it."""
        return str(self.broker)


def begin(scene: Scene) -> Coordinator:
    """SIGKILL."""
    partition = transactions_partition(scene.cluster.access, _transactional_id(scene))
    coordinator = Coordinator(scene.leader_of(TRANSACTIONS, partition), partition)
    coordinator.broker.kill()
    return coordinator


def end(scene: Scene, coordinator: Coordinator) -> None:
    """Start it again, once the others have noticed."""
    scene.wait_for_another_leader(TRANSACTIONS, coordinator.partition, str(coordinator))
    coordinator.broker.start()


def _transactional_id(scene: Scene) -> str:
    """The copier's where there is one, else the producer's."""
    receiver, producer = scene.receiver().job, scene.programs.producer.job
    settings = receiver.producer_settings if isinstance(receiver, CopyJob) else producer.client_settings
    return settings["transactional.id"]
