"""The setting ``processing``: the order in which a consumer processes messages and commits their offsets."""

from dataclasses import replace
from typing import Annotated

from include.kinds.fault import Step, Target
from include.kinds.semantics.registry import all_violations_except
from include.load.job import Processing
from include.settings.annotations import Slug
from include.settings.faults import KafkaCellSettings
from include.settings.traits import Traits

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
"""For each order of processing and committing, the violations that it excludes."""


class ProcessingSettings(KafkaCellSettings):
    """The settings of a cell whose consumers may process what they receive."""

    processing: Annotated[Processing, Slug()] = Processing.RECEIVE_ONLY
    """Whether consumers process the messages, and whether they commit before or after processing. With
    ``process-first-async``, they do not wait for the answer to a commit. With ``auto-commit`` and
    ``receive-only``, the client commits at an interval."""

    def receiving_promises(self, traits: Traits) -> frozenset[str]:
        """The violations that the consumers promise to exclude."""
        promises = PROMISES_OF_PROCESSING[self.processing]
        is_struck = traits.disturbance.has_fault_with_target(Target.CONSUMER)
        if self.processing is Processing.RECEIVE_ONLY and is_struck:
            promises -= {"duplicated"}  # the client commits at an interval, so that messages are read again
        return promises

    def make_traits(self) -> Traits:
        """Derive the steps of the consumers, and the promises that producers and consumers keep together."""
        traits, steps = super().make_traits(), STEPS_OF_PROCESSING[self.processing]
        promises = traits.delivery.promises & self.receiving_promises(traits)
        only_receive = self.processing is Processing.RECEIVE_ONLY
        flow = replace(
            traits.flow,
            steps=steps,
            consumers_only_receive=only_receive,
            consumer_commits_automatically=only_receive or self.processing is Processing.AUTO_COMMIT,
            reads_to_the_end=traits.flow.reads_to_the_end or bool(steps),
        )
        return replace(traits, delivery=replace(traits.delivery, promises=promises), flow=flow)
