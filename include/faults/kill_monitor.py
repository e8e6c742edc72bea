"""Kill the producer's monitor. Its copies of messages are lost. So another monitor could not replace it."""

from collections.abc import Iterator

from include.faults.scene import Scene
from include.kinds.fault import Capability, Fault, Target
from include.load.program_descriptions import Program
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Program]:
    """Send SIGKILL to the monitor; the producer continues, and no further message is confirmed."""
    monitor, *_ = scene.programs.serving
    scene.supervisor.kill(monitor.name)
    yield monitor


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell whose producer has no monitor."""
    if settings.traits.delivery.has_monitor:
        return None
    return "needs a monitor, which the producer of this cell does not have"


RECORD = Fault(
    "kill-monitor", "The monitor is killed", Target.MONITOR, Capability.PROGRAM, inject, refuses=refuses
)
