"""Force the group to share out its partitions anew: another joins, and leaves when the fault ends."""

from include.faults import add_consumer
from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """One more member, until it is given partitions."""
    return add_consumer.begin(scene)


def end(scene: Scene, other: Program) -> None:
    """It leaves."""
    scene.crew.stop(other.name)
