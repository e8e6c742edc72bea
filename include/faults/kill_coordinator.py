"""Kill the transaction coordinator. Start that broker again when another broker coordinates."""

from dataclasses import dataclass

from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Broker, Scene
from include.faults.settings_with_faults import StruckSettings
from include.faults.struck_leader import wait_for_another_leader


@dataclass(frozen=True)
class Coordinator:
    """The broker that leads the partition of the transaction log which holds the cell's transactional id."""

    broker: Broker
    topic: str
    partition: int

    def __str__(self) -> str:
        return str(self.broker)


def begin(scene: Scene) -> Coordinator:
    """Send SIGKILL to the coordinator."""
    topic, partition = scene.brokers.coordinator_of(_transactional_id(scene))
    coordinator = Coordinator(scene.brokers.leader_of(topic, partition), topic, partition)
    coordinator.broker.kill()
    return coordinator


def end(scene: Scene, coordinator: Coordinator) -> None:
    """Wait until another broker coordinates, and start the former coordinator again."""
    wait_for_another_leader(scene, str(coordinator), coordinator.topic, coordinator.partition)
    coordinator.broker.start()


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a cell without transactions, which has no coordinator."""
    return (
        None
        if settings.traits.is_transactional
        else f"needs transactions, which {settings.semantics} does not use"
    )


def _transactional_id(scene: Scene) -> str:
    """The transactional id of the receiver, if the receiver produces; otherwise that of the producer."""
    jobs = (scene.receiver.job, scene.programs.producer.job)
    clients = (settings for job in jobs for settings in job.clients().values())
    return next(settings["transactional.id"] for settings in clients if "transactional.id" in settings)


RECORD = Fault(
    "kill-coordinator",
    "The transaction coordinator is killed",
    Target.BROKER,
    Capability.BROKER,
    begin,
    end,
    refuses,
)
