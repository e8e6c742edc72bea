"""Kill a consumer, or a copier, that has committed the offsets of messages and has not processed them."""

from include.faults.fault import Capability, Fault, PausePoint, Target
from include.faults.settings_with_faults import Step, StruckSettings
from include.faults.struck_receiver import kill_and_replace, refuses_unless


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a consumer that does not process after the commit."""
    return refuses_unless(Step.COMMIT, Step.PROCESS, settings)


RECORD = Fault(
    "kill-before-processing",
    "A consumer is killed between commit and processing",
    Target.CONSUMER,
    Capability.PROGRAM,
    kill_and_replace,
    refuses=refuses,
    pause_point=PausePoint.BEFORE_PROCESSING,
)
