"""Kill the broker that coordinates the transactions; start it again when another broker does."""

from dataclasses import dataclass

from include.faults.fault import Capability, Fault, Target
from include.faults.leader import wait_for_another_leader
from include.faults.scene import Broker, Scene
from include.faults.struck_settings import StruckSettings
from include.load_runtime.job import CopyJob


@dataclass(frozen=True)
class Coordinator:
    """The broker, and the partition of the transaction log that makes it the coordinator."""

    broker: Broker
    topic: str
    partition: int

    def __str__(self) -> str:
        """The name of the broker."""
        return str(self.broker)


def begin(scene: Scene) -> Coordinator:
    """Send SIGKILL to the coordinator."""
    topic, partition = scene.brokers.coordinator_of(_transactional_id(scene))
    coordinator = Coordinator(scene.brokers.leader_of(topic, partition), topic, partition)
    coordinator.broker.kill()
    return coordinator


def end(scene: Scene, coordinator: Coordinator) -> None:
    """Start the broker again, once the others have noticed its absence."""
    wait_for_another_leader(scene, str(coordinator), coordinator.topic, coordinator.partition)
    coordinator.broker.start()


def refuses(settings: StruckSettings) -> str | None:
    """There is a coordinator only with transactions."""
    return (
        None if settings.is_transactional else f"needs transactions, which {settings.semantics} does not use"
    )


def _transactional_id(scene: Scene) -> str:
    """The copier's where there is one, else the producer's."""
    receiver, producer = scene.receiver.job, scene.programs.producer.job
    settings = receiver.producer_settings if isinstance(receiver, CopyJob) else producer.client_settings
    return settings["transactional.id"]


RECORD = Fault(
    "kill-coordinator",
    "The transaction coordinator is killed",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses,
)
