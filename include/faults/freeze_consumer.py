"""Pause a consumer or copier between its two steps, which are processing and commit.

Resume it after its group has evicted it.
"""

from collections.abc import Iterator

from include.faults.scene import Scene, wait_for_time
from include.faults.struck_group import (
    REBALANCE_TIMEOUT_SECONDS,
    has_joined,
    living_members,
    refuses_without_steps,
)
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.load.program_descriptions import Program, newcomer


def inject(scene: Scene) -> Iterator[Program]:
    """Pause the receiver, start another member, and wait until the new member owns partitions.

    In a share group, whose members may all read a partition, wait until the new member has joined, and until
    the brokers have given away what the receiver had. At the end, resume it.
    """
    receiver, held_ms = scene.receiver, scene.settings.traits.flow.held_ms
    scene.supervisor.pause(receiver.name)
    substitute = newcomer(living_members(scene)[-1])
    scene.supervisor.start(substitute)
    scene.supervisor.wait_until(
        lambda: has_joined(scene, substitute, needs_partition=held_ms is None),
        scene.settings.session_timeout_ms / 1000 + REBALANCE_TIMEOUT_SECONDS,
        lambda: f"the partitions of the paused {receiver.name} were not assigned to {substitute.name}",
    )
    if held_ms:
        wait_for_time(scene, held_ms / 1000)
    yield receiver
    scene.supervisor.resume(receiver.name)


RECORD = Fault(
    "freeze-consumer",
    "A consumer is paused",
    Target.CONSUMER,
    Capability.PROGRAM,
    inject,
    refuses_without_steps,
    PausePoint.BETWEEN_STEPS,
)
