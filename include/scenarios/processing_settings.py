"""The setting of what a consumer does with messages, and what follows from it."""

from typing import Annotated

from include.faults.fault import Target
from include.faults.struck_settings import Step
from include.load_runtime.processing import Processing
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.scenarios.semantics.semantics import everything_but
from include.scenarios.setting_metadata import Slug

STEPS: dict[Processing, tuple[Step, ...]] = {
    Processing.RECEIVE_ONLY: (),
    Processing.COMMIT_FIRST: (Step.COMMIT, Step.PROCESS),
    Processing.PROCESS_FIRST: (Step.PROCESS, Step.COMMIT),
    Processing.PROCESS_FIRST_ASYNC: (Step.PROCESS, Step.COMMIT),
    # A client that commits by itself may do so before the processing and after it.
    Processing.AUTO_COMMIT: (Step.COMMIT, Step.PROCESS, Step.COMMIT),
}

PROMISES: dict[Processing, frozenset[str]] = {
    Processing.RECEIVE_ONLY: everything_but(),
    Processing.COMMIT_FIRST: everything_but({"lost"}),
    Processing.PROCESS_FIRST: everything_but({"duplicated"}),
    Processing.PROCESS_FIRST_ASYNC: everything_but({"duplicated"}),
    # As documented: offsets are committed before processing.
    Processing.AUTO_COMMIT: everything_but({"lost"}),
}
"""The violations that the order of a consumer's two steps excludes."""


class ProcessingSettings(KafkaCellSettings):
    """Settings of a cell whose consumers may process what they receive."""

    processing: Annotated[Processing, Slug()] = Processing.RECEIVE_ONLY

    @property
    def steps(self) -> tuple[Step, ...]:
        """A consumer's steps, in their order."""
        return STEPS[self.processing]

    @property
    def consumers_only_receive(self) -> bool:
        """As set."""
        return self.processing is Processing.RECEIVE_ONLY

    @property
    def consumer_commits_automatically(self) -> bool:
        """Where receipt is all, and where the consumer leaves it to the client."""
        return self.processing in (Processing.RECEIVE_ONLY, Processing.AUTO_COMMIT)

    @property
    def _receiving_promises(self) -> frozenset[str]:
        promises = PROMISES[self.processing]
        if self.processing is Processing.RECEIVE_ONLY and self.has_fault_aimed_at(Target.CONSUMER):
            promises -= {"duplicated"}  # its client commits at an interval
        return promises
