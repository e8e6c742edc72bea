"""Pause a consumer, or a copier, between its two steps until its group has given up on it; then resume it."""

from include.faults.fault import Capability, Fault, PausePoint, Target
from include.faults.group import REBALANCE_SECONDS, owned_partitions
from include.faults.receiver import refuses_without_steps
from include.faults.scene import Scene
from include.load_runtime.program import Program, newcomer


def begin(scene: Scene) -> Program:
    """Pause it, and start another, which gets its partitions when its session has timed out."""
    receiver = scene.receiver
    scene.supervisor.pause(receiver.name)
    other = newcomer(receiver)
    scene.supervisor.start(other)
    scene.supervisor.wait_until(
        lambda: bool(owned_partitions(scene.supervisor, other)),
        scene.settings.session_timeout_ms / 1000 + REBALANCE_SECONDS,
        lambda: f"{other.name} was not given the partitions of {receiver.name}, which is paused,",
    )
    return receiver


def end(scene: Scene, receiver: Program) -> None:
    """Resume it: it continues where it was, and learns that it no longer owns the partitions."""
    scene.supervisor.resume(receiver.name)


RECORD = Fault(
    "freeze-consumer",
    "A consumer is paused",
    Target.CONSUMER,
    Capability.PROGRAM,
    begin,
    end,
    refuses_without_steps,
    PausePoint.BETWEEN_STEPS,
)
