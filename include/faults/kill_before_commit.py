"""Kill a consumer, or a copier, that has processed messages and has not committed their offsets."""

from functools import partial

from include.faults.struck_group import kill_and_replace, refuses_unless
from include.kinds.fault import Capability, Fault, PausePoint, Step, Target

RECORD = Fault(
    "kill-before-commit",
    "A consumer is killed between processing and commit",
    Target.CONSUMER,
    Capability.PROGRAM,
    kill_and_replace,
    refuses=partial(refuses_unless, Step.PROCESS, Step.COMMIT),
    pause_point=PausePoint.BEFORE_COMMIT,
)
