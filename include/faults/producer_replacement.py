"""The producer that a fault strikes, and the producer that replaces it."""

from include.faults.scene import Broker, Scene
from include.load.events import EventKind
from include.load.program_descriptions import successor

READY_TIMEOUT_SECONDS = 150.0
"""The maximum time to wait until brokers have written all sent messages, or until a successor is ready."""


def wait_until_written(scene: Scene) -> None:
    """Wait until brokers have written all messages that the paused producer has sent.

    With transactions, return at once: the producer has already flushed its messages before it paused.
    Transactional messages cannot be counted by log end offsets, because transaction markers have offsets too.
    """
    event = scene.supervisor.latest_event(scene.programs.producer.name, EventKind.PAUSED)
    if event is None or scene.settings.traits.delivery.is_transactional:
        return
    topic, partitions = scene.topic, scene.settings.partitions
    scene.supervisor.wait_until(
        lambda: sum(scene.brokers.log_ends(topic, partitions).values()) >= event.counts["sent"],
        READY_TIMEOUT_SECONDS,
        lambda: f"the brokers did not write the messages that {scene.programs.producer.name} had sent",
    )


def replace_producer(scene: Scene) -> None:
    """Start a successor of the producer, as a process supervisor does. When it is ready, tell it to begin."""
    replacement = successor(scene.programs.producer)
    scene.supervisor.start(replacement)
    scene.supervisor.wait_until(
        lambda: scene.supervisor.latest_event(replacement.name, EventKind.READY) is not None,
        READY_TIMEOUT_SECONDS,
        lambda: f"{replacement.name} did not become ready",
    )
    scene.supervisor.begin(replacement.name)


def wait_until_sent(scene: Scene, messages: int, leader: Broker, timeout_seconds: float) -> None:
    """Wait until the producer has sent ``messages`` more messages. ``leader`` is the only running replica."""
    goal = _sent_messages(scene) + messages
    scene.supervisor.wait_until(
        lambda: _sent_messages(scene) >= goal,
        timeout_seconds,
        lambda: f"the producer did not send {messages} further messages to {leader} alone",
    )


def _sent_messages(scene: Scene) -> int:
    """The number of messages that the producer has reported as sent."""
    event = scene.supervisor.latest_event(scene.programs.producer.name, EventKind.PROGRESS)
    return event.counts["sent"] if event else 0
