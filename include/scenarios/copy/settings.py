"""The scenario *copy*: a copier consumes from one topic, transforms messages, and produces to another topic.

The semantics decides when the copier commits its offsets: before it produces (at-most-once), after it has
produced (at-least-once), or in the transaction in which it produces (exactly-once). A producer feeds the
first topic, and a consumer reads the second. They use librdkafka, and are not under test.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from include.kinds.client_releases import client_of
from include.kinds.fault import Fault, PausePoint, Step
from include.kinds.semantics.registry import SEMANTICS
from include.settings.annotations import Slug
from include.settings.client import ClientSetting
from include.settings.traits import Traits

BATCHES_DECIDE = ("transaction_messages", "abort_percent", "end_timeout_ms")
"""Settings of a producer's transactions that have no meaning for a copier."""


class CopySettings(ClientSetting):
    """The settings of a copy cell. The semantics and the client apply to the copiers.

    ``batch_messages`` is the maximum number of messages that a copier takes at once, and therefore the
    largest size of its transactions.
    """

    is_producer_under_test: ClassVar[bool] = False

    scenario: Literal["copy"] = "copy"

    copiers: Annotated[int, Field(ge=1, le=9), Slug("{}copiers")] = 1
    """The number of copiers, which are members of one consumer group."""

    def refusals(self) -> Iterator[str]:
        """Refuse settings of transactions, because each batch of a copier is a transaction."""
        yield from super().refusals()
        for name in BATCHES_DECIDE:
            if getattr(self, name) != type(self).model_fields[name].default:
                yield f"{name}: a copier ends a transaction with each batch; use batch_messages"

    def refusal_of(self, fault: Fault) -> str | None:
        """Refuse a fault that strikes the producer, because the producer is not under test."""
        if fault.pause_point is PausePoint.WHILE_SENDING:
            return "strikes the producer, which is not under test in a copy; use a fault of a consumer"
        return super().refusal_of(fault)

    def make_traits(self) -> Traits:
        """Derive the traits of a cell whose semantics applies to the copiers, not to the producer.

        Each batch of a copier is a transaction, so the age of a transaction does not matter. The semantics
        decides the order of the copier's steps. A copier may need newer brokers than other programs of the
        same client.
        """
        traits, commits_first = super().make_traits(), SEMANTICS[self.semantics].commits_before_producing
        steps = (Step.COMMIT, Step.PROCESS) if commits_first else (Step.PROCESS, Step.COMMIT)
        oldest = client_of(self.client).oldest_brokers_of_transactional_copier
        is_newer = oldest and traits.delivery.is_transactional and self.transaction_version is None
        return replace(
            traits,
            delivery=replace(traits.delivery, transaction_ms=None),
            flow=replace(traits.flow, steps=steps, receivers=self.copiers, reads_to_the_end=True),
            needs=replace(traits.needs, release=("client", oldest)) if oldest and is_newer else traits.needs,
        )
