"""The setting ``processing``: the order in which a consumer processes messages and commits their offsets."""

from typing import Annotated

from include.faults.fault import Target
from include.faults.struck_settings import Step
from include.load_runtime.job import Processing
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.scenarios.semantics.registry import all_violations_except
from include.setting_metadata import Slug

STEPS_OF_PROCESSING: dict[Processing, tuple[Step, ...]] = {
    Processing.RECEIVE_ONLY: (),
    Processing.COMMIT_FIRST: (Step.COMMIT, Step.PROCESS),
    Processing.PROCESS_FIRST: (Step.PROCESS, Step.COMMIT),
    Processing.PROCESS_FIRST_ASYNC: (Step.PROCESS, Step.COMMIT),
    # A client that commits at an interval may commit before and after the processing.
    Processing.AUTO_COMMIT: (Step.COMMIT, Step.PROCESS, Step.COMMIT),
}

PROMISES_OF_PROCESSING: dict[Processing, frozenset[str]] = {
    Processing.RECEIVE_ONLY: all_violations_except(),
    Processing.COMMIT_FIRST: all_violations_except({"lost"}),
    Processing.PROCESS_FIRST: all_violations_except({"duplicated"}),
    Processing.PROCESS_FIRST_ASYNC: all_violations_except({"duplicated"}),
    # Judged as if offsets were committed before the processing: the client commits what it has handed over.
    Processing.AUTO_COMMIT: all_violations_except({"lost"}),
}
"""The violations that the order of processing and commit excludes."""


class ProcessingSettings(KafkaCellSettings):
    """The settings of a cell whose consumers may process what they receive."""

    processing: Annotated[Processing, Slug()] = Processing.RECEIVE_ONLY
    """Whether consumers process what they receive, and whether they commit before it or after it, and wait
    for the answer (``async``: they do not). With ``auto-commit`` and ``receive-only``, the client commits at
    an interval."""

    @property
    def steps(self) -> tuple[Step, ...]:
        return STEPS_OF_PROCESSING[self.processing]

    @property
    def consumers_only_receive(self) -> bool:
        return self.processing is Processing.RECEIVE_ONLY

    @property
    def consumer_commits_automatically(self) -> bool:
        """Whether the client library commits: if consumers only receive, or with auto-commit."""
        return self.processing in (Processing.RECEIVE_ONLY, Processing.AUTO_COMMIT)

    @property
    def _receiving_promises(self) -> frozenset[str]:
        """The violations that the consumers exclude."""
        promises = PROMISES_OF_PROCESSING[self.processing]
        if self.processing is Processing.RECEIVE_ONLY and self.has_fault_with_target(Target.CONSUMER):
            promises -= {"duplicated"}  # the client commits at an interval, so that messages are read again
        return promises
