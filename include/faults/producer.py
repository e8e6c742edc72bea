"""The producer that a fault strikes, and the one that takes its place."""

from include.faults.scene import Scene
from include.load_runtime.events import EventKind
from include.load_runtime.program import successor

READY_SECONDS = 60.0
"""Within so many seconds a program that takes another's place must be ready."""


def wait_until_written(scene: Scene) -> None:
    """Return when brokers have written what the paused producer sent.

    A producer that uses transactions has made sure of it itself; markers of transactions have offsets too.
    """
    paused = scene.supervisor.latest_event(scene.programs.producer.name, EventKind.PAUSED)
    if paused is None or scene.settings.is_transactional:
        return
    topic, partitions = scene.topic, scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: sum(scene.brokers.log_ends(topic, partitions).values()) >= paused.counts["sent"],
        READY_SECONDS,
        lambda: f"the brokers had not written what {scene.programs.producer.name} sent",
    )


def replace_producer(scene: Scene) -> None:
    """Start another producer that takes over from the first, as a supervisor would."""
    again = successor(scene.programs.producer)
    scene.supervisor.start(again)
    scene.supervisor.wait_until(
        lambda: scene.supervisor.latest_event(again.name, EventKind.READY) is not None,
        READY_SECONDS,
        lambda: f"{again.name} was not ready",
    )
    scene.supervisor.begin(again.name)


def sent_messages(scene: Scene) -> int:
    """How many messages the producer has reported as sent."""
    event = scene.supervisor.latest_event(scene.programs.producer.name, EventKind.PROGRESS)
    return event.counts["sent"] if event else 0
