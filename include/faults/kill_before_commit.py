"""Kill a consumer, or a copier, that has processed messages and has not committed their offsets."""

from include.faults.fault import Capability, Fault, PausePoint, Target
from include.faults.settings_with_faults import Step, StruckSettings
from include.faults.struck_receiver import kill_and_replace, refuses_unless


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a consumer that does not commit after processing."""
    return refuses_unless(Step.PROCESS, Step.COMMIT, settings)


RECORD = Fault(
    "kill-before-commit",
    "A consumer is killed between processing and commit",
    Target.CONSUMER,
    Capability.PROGRAM,
    kill_and_replace,
    refuses=refuses,
    pause_point=PausePoint.BEFORE_COMMIT,
)
