"""Kill the producer, inside a transaction where it uses them; start it again when the fault ends.

It is killed at a point where brokers have written messages and it hasn't heard of it yet.
"""

from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """SIGKILL, and at once another under the same transactional id, as a supervisor would start it."""
    producer = scene.programs.producer
    scene.wait_until_written(producer)
    scene.crew.kill(producer.name)
    scene.replace_producer()
    return producer


def end(_scene: Scene, _producer: Program) -> None:
    """Nothing: the other has long taken over."""
