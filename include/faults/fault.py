"""The record of a fault: its target, what it needs, which cells refuse it, how it begins and ends."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Any

from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings


class Target(StrEnum):
    """What a fault is aimed at; no two faults of a cell may be aimed at the same."""

    BROKER = "a broker"
    PRODUCER = "the producer"
    CONSUMER = "a consumer"
    MONITOR = "the monitor"


class Capability(StrEnum):
    """What a fault needs of the place where a cell runs."""

    PROGRAM = "control over a load program"
    """Every runner has it, and so every cluster will do."""
    BROKER = "control over a broker"
    """A cluster that Kerran starts has it."""
    NETWORK = "a network namespace for each broker"
    """Brokers in containers have one; brokers that are processes have one where Kerran may create
    namespaces."""
    PROGRAM_NETWORK = "a network namespace for the producer"
    """Containers have one on a container network; a producer that is a process has one where Kerran may
    create namespaces and started the brokers."""


class PausePoint(Enum):
    """Where the struck program pauses and waits for the fault."""

    NOWHERE = auto()
    WHILE_SENDING = auto()
    """The producer, after its share of the messages."""
    BETWEEN_STEPS = auto()
    """A consumer between its two steps, processing and commit, in whichever order it takes them."""
    BEFORE_COMMIT = auto()
    """A consumer that has processed and not committed."""
    BEFORE_PROCESSING = auto()
    """A consumer that has committed and not processed."""

    @property
    def is_between_steps(self) -> bool:
        """Whether a consumer pauses between two of its steps."""
        return self in (self.BETWEEN_STEPS, self.BEFORE_COMMIT, self.BEFORE_PROCESSING)


def accepted(_settings: StruckSettings) -> None:
    """No cell refuses the fault."""


@dataclass(frozen=True)
class Fault:
    """Something that is broken on purpose for a part of a cell."""

    name: str
    title: str
    """What happens, as the head of a table's column."""
    target: Target
    needs: Capability
    begin: Callable[[Scene], Any]
    """Breaks it, and returns what was struck, whose text names it, when it is broken.

    Raises FaultError where it cannot be broken."""
    end: Callable[[Scene, Any], None]
    """Restores what ``begin`` struck."""
    refuses: Callable[[StruckSettings], str | None] = accepted
    """Why a cell with such settings has no target for it, as the end of a sentence; None where it has one."""
    pause_point: PausePoint = PausePoint.NOWHERE
    removes_member: bool = False
    """Whether the group has one member less afterwards."""


def nothing_to_restore(_scene: Scene, _struck: object) -> None:
    """The end of a fault that leaves nothing to be restored."""
