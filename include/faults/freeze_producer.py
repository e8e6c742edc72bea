"""Pause the producer until another has taken over, then resume it: a zombie.

With transactions the other producer takes over the transactional id, which fences the first one.
"""

from include.faults.fault import Capability, Fault, PausePoint, Target
from include.faults.producer import replace_producer, wait_until_written
from include.faults.scene import Scene
from include.load_runtime.program import Program

CLEANUP_INTERVAL_SECONDS = 10.0
"""How often a broker looks for transactions that have timed out
(``transaction.abort.timed.out.transaction.cleanup.interval.ms``)."""

ABORT_SECONDS = 10.0
"""How long it may take to abort one."""


def begin(scene: Scene) -> Program:
    """Pause the producer, wait until its transaction has timed out where it has one, and start another."""
    wait_until_written(scene)
    producer = scene.programs.producer
    scene.supervisor.pause(producer.name)
    if scene.settings.is_transactional:
        _wait_until_transactions_are_over(scene)
    replace_producer(scene)
    return producer


def end(scene: Scene, producer: Program) -> None:
    """Resume the first producer."""
    scene.supervisor.resume(producer.name)


def _wait_until_transactions_are_over(scene: Scene) -> None:
    """Return when no transaction of the topic is open: the last stable offset is then the log's end."""
    ends, topic, partitions = scene.brokers.log_ends, scene.topic, scene.settings.partitions
    timeout = scene.settings.transaction_timeout_ms / 1000
    scene.supervisor.wait_until(
        lambda: ends(topic, partitions, committed=True) == ends(topic, partitions),
        timeout + CLEANUP_INTERVAL_SECONDS + ABORT_SECONDS,
        lambda: f"the paused producer's transaction did not time out after {timeout:g} s,",
    )


RECORD = Fault(
    "freeze-producer",
    "The producer is paused",
    Target.PRODUCER,
    Capability.PROGRAM,
    begin,
    end,
    pause_point=PausePoint.WHILE_SENDING,
)
