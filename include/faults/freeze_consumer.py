"""Freeze a consumer, or a copier, between its two steps until its group has given up on it; then thaw it."""

from include.faults.scene import Scene
from include.load_runtime.events import Kind
from include.load_runtime.program import Program, newcomer

REBALANCE = 60.0
"""Seconds, beyond the session's timeout, within which its group must have given its partitions to another."""


def begin(scene: Scene) -> Program:
    """SIGSTOP, and another that is given its partitions when its session has timed out."""
    receiver = scene.receiver()
    scene.crew.pause(receiver.name)
    other = newcomer(receiver)
    scene.crew.start(other)
    scene.crew.wait_until(
        lambda: bool((said := scene.crew.latest(other.name, Kind.ASSIGNED)) and said.partitions),
        scene.settings.session_timeout_ms / 1000 + REBALANCE,
        lambda: f"{other.name} wasn't given the partitions of {receiver.name}, which is frozen,",
    )
    return receiver


def end(scene: Scene, receiver: Program) -> None:
    """SIGCONT: it goes on where it was, and learns that it is no longer the owner."""
    scene.crew.resume(receiver.name)
