"""Freeze the producer until another has taken over, then thaw it: a zombie.

With transactions the other takes over the transactional id, which fences the first one.
"""

from include.clusters.cluster_health import ends
from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """SIGSTOP, past the transaction's timeout where there is one, and then another."""
    producer = scene.programs.producer
    scene.wait_until_written(producer)
    scene.crew.pause(producer.name)
    if scene.settings.promise.transactional:
        _wait_until_transactions_are_over(scene)
    scene.replace_producer()
    return producer


def end(scene: Scene, producer: Program) -> None:
    """SIGCONT."""
    scene.crew.resume(producer.name)


def _wait_until_transactions_are_over(scene: Scene) -> None:
    """No transaction of the topic is open: what a reader of committed messages may see goes to the end."""
    access, topic, partitions = scene.cluster.access, scene.topics.first, scene.settings.partitions
    timeout = scene.settings.transaction_timeout_ms / 1000
    scene.crew.wait_until(
        lambda: ends(access, topic, partitions, committed=True) == ends(access, topic, partitions),
        timeout + LOOKED_FOR_EVERY + 10,
        lambda: f"the frozen producer's transaction didn't time out, which it should in {timeout:g} s,",
    )


LOOKED_FOR_EVERY = 10.0
"""Seconds between a broker's looks for transactions that have timed out
(``transaction.abort.timed.out.transaction.cleanup.interval.ms``)."""
