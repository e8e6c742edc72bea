"""Kill the producer's monitor; what it held is lost with it, so that no other takes its place."""

from include.faults.scene import Scene
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """SIGKILL."""
    monitor, *_ = scene.programs.serving
    scene.crew.kill(monitor.name)
    return monitor


def end(_scene: Scene, _monitor: Program) -> None:
    """Nothing: the producer goes on without one, and none of its messages is confirmed any more."""
