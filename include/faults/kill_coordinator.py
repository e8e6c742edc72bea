"""Kill the transaction coordinator. Start the killed broker again when another broker is the coordinator."""

from collections.abc import Iterator

from include.faults.scene import Broker, Scene
from include.faults.struck_leader import kill_until_replaced
from include.kinds.fault import Capability, Fault, Target
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Broker]:
    """Kill the coordinator, and start it again when another broker is the coordinator."""
    return kill_until_replaced(scene, *_partition(scene))


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without transactions, which has no coordinator."""
    if settings.traits.delivery.is_transactional:
        return None
    return f"needs transactions, which {settings.semantics} does not use"


def _partition(scene: Scene) -> tuple[str, int]:
    """The partition of the transaction log to which the cell's transactional id belongs.

    If the receiver has a transactional id, this id is used. Otherwise, the id of the producer is used. The
    ids of an application are not known: its coordinator is the one that wrote last, since nothing else in
    the cell has transactions.
    """
    jobs = (scene.receiver.job, scene.programs.producer.job)
    clients = (settings for job in jobs for settings in job.clients().values())
    ids = (settings["transactional.id"] for settings in clients if "transactional.id" in settings)
    id = next(ids, None)
    return scene.brokers.coordinator_of(id) if id else scene.brokers.latest_coordinator()


RECORD = Fault(
    "kill-coordinator",
    "The transaction coordinator is killed",
    Target.BROKER,
    Capability.BROKER,
    inject,
    refuses,
)
