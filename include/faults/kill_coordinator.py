"""Kill the broker that coordinates the transactions; start it again when the fault ends."""

from include.clusters.cluster import Broker
from include.clusters.whole import transaction_coordinator
from include.faults.scene import Scene
from include.programs.job import CopyJob


def begin(scene: Scene) -> Broker:
    """SIGKILL."""
    broker = scene.cluster.broker(transaction_coordinator(scene.cluster.access, _transactional_id(scene)))
    broker.kill()
    return broker


def end(_scene: Scene, broker: Broker) -> None:
    """Start it again."""
    broker.start()


def _transactional_id(scene: Scene) -> str:
    """The copier's where there is one, else the producer's."""
    receiver, producer = scene.receiver().job, scene.programs.producer.job
    settings = receiver.producer_settings if isinstance(receiver, CopyJob) else producer.client_settings
    return settings["transactional.id"]
