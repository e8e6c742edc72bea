"""The decisions on whether a run needs another block: the file ``blocks.json`` of a run."""

from enum import StrEnum
from math import ceil

from pydantic import BaseModel

from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.rawlog.record import Record

DECISIONS_FILE = "blocks.json"


class Reason(StrEnum):
    """Why a run goes on or stops after a block."""

    FEWEST = "fewest"
    """It goes on: it has not the least number of blocks yet."""
    NOT_PRECISE = "not precise"
    """It goes on: an interval is wider than wanted."""
    PRECISE = "precise"
    """It stops: every interval is as narrow as wanted."""
    TIME = "time"
    """It stops: another block would not end in time."""

    @property
    def is_stop(self) -> bool:
        """Whether the run stops."""
        return self in (Reason.PRECISE, Reason.TIME)


class Width(Record):
    """The half-width of an interval: in the unit of its quantity or, for a ratio, as a share."""

    treatment: str
    column: str
    half_width: float
    goal: float

    @property
    def excess(self) -> float:
        """The half-width as a multiple of what is wanted."""
        return self.half_width / self.goal

    def blocks_until_narrow(self, blocks: int) -> int:
        """The number of blocks after which the width is expected to be as wanted, from that after ``blocks``.

        Widths shrink with the square root of the number of blocks.
        """
        return ceil(blocks * self.excess**2)


class BlockDecision(Record):
    """What was decided after a block."""

    blocks: int
    """The number of blocks that were run."""
    seconds: float
    """The time that their cells took."""
    reason: Reason
    widths: tuple[Width, ...] = ()
    """The intervals for which a precision is wanted; empty with too few blocks for an interval."""

    @property
    def expected_blocks(self) -> int:
        """The number of blocks after which all intervals are expected to be as narrow as wanted.

        0 if no width is known.
        """
        return max((width.blocks_until_narrow(self.blocks) for width in self.widths), default=0)


class _Decisions(BaseModel):
    decisions: list[BlockDecision]


def read_decisions(run: AnyPath) -> list[BlockDecision]:
    """The decisions of a run, in the order of the blocks; empty if there are none."""
    try:
        content = (run / DECISIONS_FILE).read_bytes()
    except FileNotFoundError:
        return []
    return _Decisions.model_validate_json(content).decisions


def write_decision(run: AnyPath, decision: BlockDecision) -> None:
    """Add a decision to those of a run."""
    decisions = [*read_decisions(run), decision]
    put(run / DECISIONS_FILE, _Decisions(decisions=decisions).model_dump_json(indent=2))


def stopped_after(run: AnyPath) -> int | None:
    """The number of blocks after which a run was stopped; None if it was not stopped."""
    return next((decision.blocks for decision in read_decisions(run) if decision.reason.is_stop), None)
