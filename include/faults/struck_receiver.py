"""The consumer, or the copier, that a fault strikes between its two steps."""

from itertools import pairwise

from include.faults.scene import Scene
from include.faults.settings_with_faults import Step, StruckSettings
from include.load_runtime.programs_of_cell import Program, successor


def kill_and_replace(scene: Scene) -> Program:
    """Send SIGKILL to the receiver, and start its successor at once, as a process supervisor does."""
    receiver = scene.receiver
    scene.supervisor.kill(receiver.name)
    scene.supervisor.start(successor(receiver))
    return receiver


def refuses_without_steps(settings: StruckSettings) -> str | None:
    """Refuse consumers that only receive, because they have no steps."""
    text = "strikes between processing and commit, and a consumer that only receives has no such steps"
    return None if settings.traits.steps else text


def refuses_unless(first: Step, second: Step, settings: StruckSettings) -> str | None:
    """Refuse consumers that do not take these two steps one after the other."""
    if reason := refuses_without_steps(settings):
        return reason
    if (first, second) in pairwise(settings.traits.steps):
        return None
    return f"strikes between {_noun(first)} and {_noun(second)}, and here {_noun(second)} comes first"


def _noun(step: Step) -> str:
    return "processing" if step is Step.PROCESS else "commit"
