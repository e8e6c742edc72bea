"""The settings of a copy cell."""

from typing import Annotated, Literal

from pydantic import Field

from include.faults.fault import Fault, PausePoint
from include.faults.struck_settings import Step
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.setting_metadata import Slug


class CopySettings(KafkaCellSettings):
    """The semantics is the copier's.

    ``batch_messages`` is the most that a copier takes at once, and so the size of its transactions.
    """

    scenario: Literal["copy"] = "copy"

    copiers: Annotated[int, Field(ge=1, le=9), Slug("{}copiers")] = 1

    def refusal_of(self, fault: Fault) -> str | None:
        """The producer is not under test: the copier produces too, and is struck as a consumer."""
        if fault.pause_point is PausePoint.WHILE_SENDING:
            return "is for a delivery cell; here the copier produces, and is struck as a consumer"
        return super().refusal_of(fault)

    @property
    def steps(self) -> tuple[Step, ...]:
        """A copier produces and commits, in the order of its semantics."""
        commits_first = SEMANTICS[self.semantics].commits_before_producing
        return (Step.COMMIT, Step.PROCESS) if commits_first else (Step.PROCESS, Step.COMMIT)

    @property
    def is_producer_under_test(self) -> bool:
        """The copier is."""
        return False

    @property
    def receivers(self) -> int:
        """How many copiers share the messages."""
        return self.copiers

    @property
    def _producer_may_be_replaced(self) -> bool:
        """A copier that is replaced is a producer that is replaced."""
        return True
