"""Let a consumer process one batch for longer than its client may go without a poll (max.poll.interval.ms).

The client keeps sending heartbeats, and leaves the group by itself. With ``freeze-consumer``, the whole
program stops, and the brokers evict it.
"""

from collections.abc import Iterator

from include.faults.scene import Scene, wait_for_time
from include.faults.struck_group import refuses_without_steps
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.program_descriptions import Program
from include.settings.fault_parameters import SlowProcessingParameters, parameters
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[Program]:
    """Let the receiver, which has paused in a batch, go on when the batch has taken its time."""
    receiver, seconds = scene.receiver, _processing_ms(scene.settings) / 1000
    wait_for_time(scene, seconds)
    scene.supervisor.release(receiver.name)
    yield receiver


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse consumers without steps, and a batch that takes no longer than the client allows."""
    if reason := refuses_without_steps(settings):
        return reason
    allowed, needed = settings.max_poll_interval_ms, _processing_ms(settings)
    if allowed and allowed < needed:
        return None
    return f"needs max_poll_interval_ms below processing_ms, which is {needed:,}"


def _processing_ms(settings: KafkaCellSettings) -> int:
    return parameters(settings, SlowProcessingParameters).processing_ms


RECORD = Fault(
    "slow-processing",
    "A consumer processes slowly",
    Target.CONSUMER,
    Capability.PROGRAM,
    inject,
    refuses,
    PausePoint.BETWEEN_STEPS,
    parameters=("processing_ms",),
)
