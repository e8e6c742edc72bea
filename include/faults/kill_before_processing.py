"""Kill a consumer or copier that has committed messages' offsets, but has not yet processed the messages."""

from collections.abc import Iterator
from functools import partial

from include.faults.scene import Scene, wait_for_time
from include.faults.struck_group import kill_and_replace, refuses_unless
from include.kinds.fault import Capability, Fault, PausePoint, Step, Target
from include.load.program_descriptions import Program
from include.settings.fault_parameters import KilledConsumerParameters, parameters


def inject(scene: Scene) -> Iterator[Program]:
    """Kill the receiver, which has paused in a batch, after it has had the batch for some time."""
    wait_for_time(scene, parameters(scene.settings, KilledConsumerParameters).killed_after_ms / 1000)
    yield from kill_and_replace(scene)


RECORD = Fault(
    "kill-before-processing",
    "A consumer is killed between commit and processing",
    Target.CONSUMER,
    Capability.PROGRAM,
    inject,
    refuses=partial(refuses_unless, Step.COMMIT, Step.PROCESS),
    pause_point=PausePoint.BEFORE_PROCESSING,
    parameters=("killed_after_ms",),
)
