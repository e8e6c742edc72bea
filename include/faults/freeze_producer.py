"""Pause the producer until another producer has replaced it, then resume it as a zombie.

With transactions, the other producer takes over the transactional id, which fences the first producer.
"""

from collections.abc import Iterator

from include.faults.producer_replacement import replace_producer, wait_until_written
from include.faults.scene import Scene
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.program_descriptions import Program

CLEANUP_INTERVAL_SECONDS = 10.0
"""The interval at which a broker searches for transactions that have timed out
(``transaction.abort.timed.out.transaction.cleanup.interval.ms``)."""

ABORT_TIMEOUT_SECONDS = 10.0
"""The maximum time to abort a transaction that has timed out."""


def inject(scene: Scene) -> Iterator[Program]:
    """Pause the producer, wait until no transaction is open, and start another producer.

    At the end, resume the first producer.
    """
    wait_until_written(scene)
    producer = scene.programs.producer
    scene.supervisor.pause(producer.name)
    if scene.settings.traits.delivery.is_transactional:
        _wait_until_no_transaction_is_open(scene)
    replace_producer(scene)
    yield producer
    scene.supervisor.resume(producer.name)


def _wait_until_no_transaction_is_open(scene: Scene) -> None:
    """Wait until no transaction is open, that is, until the last stable offset is the log end offset."""
    ends, topic, partitions = scene.brokers.log_ends, scene.topic, scene.settings.partitions
    timeout = scene.settings.transaction_timeout_ms / 1000
    scene.supervisor.wait_until(
        lambda: ends(topic, partitions, committed=True) == ends(topic, partitions),
        timeout + CLEANUP_INTERVAL_SECONDS + ABORT_TIMEOUT_SECONDS,
        lambda: f"the transaction of the paused producer, with a timeout of {timeout:g} s, was not aborted",
    )


RECORD = Fault(
    "freeze-producer",
    "The producer is paused",
    Target.PRODUCER,
    Capability.PROGRAM,
    inject,
    pause_point=PausePoint.WHILE_SENDING,
)
