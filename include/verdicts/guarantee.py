"""Did a cell keep its promise? What each semantics promises, and the rule by which a cell is judged.

A message passes two sides, and what one of them may do to it can happen: something is promised only where
both promise it. Sources: the documentation of the semantics
(https://kafka.apache.org/documentation/#semantics), and for the consumer's side the order of its two steps.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.faults.specification import KINDS, Target
from include.load_runtime.processing import Isolation, Processing
from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.semantics import Semantics


class Verdict(StrEnum):
    """From best to worst."""

    KEPT = "kept"
    UNPROVEN = "unproven"
    BROKEN = "broken"


@dataclass(frozen=True)
class Rule:
    """What must not happen, by the names of the metrics; each can only be seen where something chanced it."""

    violation: str
    chances: str


LOST = Rule("lost", chances="acked")
GONE = Rule("gone", chances="acked")
DUPLICATED = Rule("duplicated", chances="received")
OUT_OF_ORDER = Rule("out_of_order", chances="received")
ABORTED_SEEN = Rule("aborted_seen", chances="received")
PHANTOM = Rule("phantom", chances="received")

RULES = (LOST, GONE, DUPLICATED, OUT_OF_ORDER, ABORTED_SEEN, PHANTOM)

EVERYTHING = frozenset(RULES)

_SENDING: dict[Semantics, frozenset[Rule]] = {
    Semantics.AT_MOST_ONCE: frozenset({DUPLICATED, PHANTOM}),
    Semantics.AT_LEAST_ONCE: frozenset({LOST, GONE, PHANTOM}),
    Semantics.IDEMPOTENT: EVERYTHING - {ABORTED_SEEN},
    Semantics.EXACTLY_ONCE: EVERYTHING,
}

_PROCESSING: dict[Processing, frozenset[Rule]] = {
    Processing.RECEIVE_ONLY: EVERYTHING,
    Processing.COMMIT_FIRST: EVERYTHING - {LOST},
    Processing.PROCESS_FIRST: EVERYTHING - {DUPLICATED},
    Processing.PROCESS_FIRST_ASYNC: EVERYTHING - {DUPLICATED},
    # As documented: offsets are committed before processing.
    Processing.AUTO_COMMIT: EVERYTHING - {LOST},
}


def promised(settings: DeliverySettings) -> frozenset[Rule]:
    """What a cell's semantics promises, from producer to consumer, whatever is broken on the way."""
    return _of_sending(settings) & _of_receiving(settings)


def _of_sending(settings: DeliverySettings) -> frozenset[Rule]:
    """The producer's or the copier's side, as a reader of that isolation sees it."""
    rules = _SENDING[settings.semantics]
    targets = {KINDS[fault].target for fault in settings.faults}
    if settings.semantics is Semantics.IDEMPOTENT and (
        isinstance(settings, CopySettings) or Target.PRODUCER in targets
    ):
        rules -= {DUPLICATED, OUT_OF_ORDER}  # it lasts as long as the producer, and covers no offsets
    if settings.promise.transactional and settings.promise.isolation_level == Isolation.READ_UNCOMMITTED:
        rules -= {ABORTED_SEEN, DUPLICATED, OUT_OF_ORDER}  # what was aborted and sent again is seen twice
    return rules


def _of_receiving(settings: DeliverySettings) -> frozenset[Rule]:
    """The consumer's side. A copier's is part of its semantics."""
    if isinstance(settings, CopySettings):
        return EVERYTHING
    rules = _PROCESSING[settings.processing]
    targets = {KINDS[fault].target for fault in settings.faults}
    if settings.processing is Processing.RECEIVE_ONLY and Target.CONSUMER in targets:
        rules -= {DUPLICATED}  # its client commits now and then
    return rules


def judge(settings: DeliverySettings, metrics: Mapping[str, float | None]) -> Verdict:
    """The verdict over a cell, from its counts of messages.

    One violation breaks the promise. Without any it is kept, unless nothing chanced one: messages whose fate
    is unknown prove nothing, neither way.
    """
    rules = promised(settings)
    if any(metrics[rule.violation] for rule in rules):
        return Verdict.BROKEN
    return Verdict.KEPT if all(metrics[rule.chances] for rule in rules) else Verdict.UNPROVEN


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Over several cells the worst verdict wins; over none, nothing is proven."""
    ranked = list(Verdict)
    return max(verdicts, key=ranked.index, default=Verdict.UNPROVEN)
