"""Kill a consumer, or a copier, between its two steps: processing and commit, in one order or the other."""

from include.faults.scene import Scene
from include.load_runtime.program import Program, successor


def begin(scene: Scene) -> Program:
    """SIGKILL, and at once another in its place, as a supervisor would start it."""
    receiver = scene.receiver()
    scene.crew.kill(receiver.name)
    scene.crew.start(successor(receiver))
    return receiver


def end(_scene: Scene, _receiver: Program) -> None:
    """Nothing: the other takes over when the group notices that the first is gone."""
