"""Topic to topic: a copier consumes, transforms and produces; what its semantics is, decides how.

At most once commits its offsets before it produces, at least once after, and exactly once sends them into the
transaction of what it produces. A producer feeds the first topic, a consumer reads the second; neither is
under test, so that both are as safe as a client can be.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from include.faults.specification import FaultName
from include.load_runtime.processing import Processing
from include.scenarios.delivery.settings import DeliverySettings, Step
from include.scenarios.semantics import Semantics
from include.scenarios.setting_metadata import Slug


class CopySettings(DeliverySettings):
    """Settings of a copy cell: those of a delivery cell, whose semantics is the copier's.

    ``batch_messages`` is the most that a copier takes at once, and so the size of its transactions.
    """

    scenario: Literal["copy"] = "copy"  # type: ignore[assignment]

    copiers: Annotated[int, Field(ge=1, le=9), Slug("{}copiers")] = 1

    @model_validator(mode="after")
    def copiers_order_follows_from_the_semantics(self) -> Self:
        """What would be the consumer's order of steps is the copier's, and not to be chosen."""
        if self.processing is not Processing.RECEIVE_ONLY:
            raise ValueError(
                f"processing: {self.processing} is for a delivery cell's consumer; a copier's semantics says "
                "when it commits"
            )
        return self

    def missing_target(self) -> str | None:
        """Why a fault has no target in such a cell, as the end of a sentence; None where each has one."""
        for fault in (FaultName.KILL_PRODUCER, FaultName.FREEZE_PRODUCER):
            if fault in self.faults:
                return "is for a delivery cell; here the copier produces, and is struck as a consumer"
        return super().missing_target()

    @property
    def steps(self) -> tuple[Step, ...]:
        """A copier always produces and commits, in the order that its semantics says."""
        is_first = self.semantics is Semantics.AT_MOST_ONCE
        return (Step.COMMIT, Step.PROCESS) if is_first else (Step.PROCESS, Step.COMMIT)

    @property
    def receivers(self) -> int:
        """How many copiers share the messages."""
        return self.copiers
