"""The record of a delivery semantics."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.load_runtime.job import Resend
from include.scenarios.semantics.delivery_config import DeliveryConfig

VIOLATIONS = frozenset({"lost", "gone", "duplicated", "out_of_order", "aborted_seen", "phantom"})
"""What may happen to a message although a semantics promises that it does not: names of metrics."""


@dataclass(frozen=True)
class Semantics:
    """What a producer and a topic promise together, and the settings that make the promise.

    Source: https://kafka.apache.org/documentation/#semantics.
    """

    name: str
    rank: int
    """Orders the semantics from the weakest promise (0) to the strongest."""
    config: DeliveryConfig
    excludes: frozenset[str]
    """The violations that the semantics promises to exclude."""
    resend: Resend
    """What a producer sends that takes the place of one that was killed."""
    commits_before_producing: bool = False
    """Whether a copier commits the offsets that it consumed before it produces."""
    ends_with_producer: bool = False
    """Whether duplicates and reordering are excluded only as long as one producer lives: its successor has
    another producer id, and consumed offsets are not covered."""


def everything_but(violations: Iterable[str] = ()) -> frozenset[str]:
    """All violations except these."""
    return VIOLATIONS - frozenset(violations)
