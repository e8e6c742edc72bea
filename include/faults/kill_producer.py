"""Kill the producer and start a successor; with transactions, kill it within a transaction.

The producer is killed after brokers have written messages, and before it has received the acknowledgements.
"""

from collections.abc import Iterator

from include.faults.producer_replacement import replace_producer, wait_until_written
from include.faults.scene import Scene, wait_for_time
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.program_descriptions import Program
from include.settings.fault_parameters import KilledProducerParameters, parameters


def inject(scene: Scene) -> Iterator[Program]:
    """Send SIGKILL to the producer, and start a successor with the same transactional id.

    Other producers go on meanwhile. The successor starts after ``successor_after_s``.
    """
    wait_until_written(scene)
    producer = scene.programs.producer
    scene.supervisor.kill(producer.name)
    wait_for_time(scene, parameters(scene.settings, KilledProducerParameters).successor_after_s)
    replace_producer(scene)
    yield producer


RECORD = Fault(
    "kill-producer",
    "The producer is killed",
    Target.PRODUCER,
    Capability.PROGRAM,
    inject,
    pause_point=PausePoint.WHILE_SENDING,
    parameters=("successor_after_s",),
)
