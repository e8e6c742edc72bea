"""Kill the producer's monitor. Its copies are lost with it, so that no other monitor takes its place."""

from include.faults.fault import Capability, Fault, Target, nothing_to_restore
from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings
from include.load_runtime.program import Program


def begin(scene: Scene) -> Program:
    """Send SIGKILL; the producer continues, and none of its messages is confirmed any more."""
    monitor, *_ = scene.programs.serving
    scene.supervisor.kill(monitor.name)
    return monitor


def refuses(settings: StruckSettings) -> str | None:
    """There must be a monitor."""
    return None if settings.has_monitor else "strikes a monitor, and this cell's producer has none"


RECORD = Fault(
    "kill-monitor",
    "The monitor is killed",
    Target.MONITOR,
    Capability.PROGRAM,
    begin,
    nothing_to_restore,
    refuses,
)
