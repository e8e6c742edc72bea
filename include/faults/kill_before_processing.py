"""Kill a consumer or copier that has committed messages' offsets, but has not yet processed the messages."""

from functools import partial

from include.faults.struck_group import kill_and_replace, refuses_unless
from include.kinds.fault import Capability, Fault, PausePoint, Step, Target

RECORD = Fault(
    "kill-before-processing",
    "A consumer is killed between commit and processing",
    Target.CONSUMER,
    Capability.PROGRAM,
    kill_and_replace,
    refuses=partial(refuses_unless, Step.COMMIT, Step.PROCESS),
    pause_point=PausePoint.BEFORE_PROCESSING,
)
