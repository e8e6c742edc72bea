"""Did a cell keep its promises? A promise excludes a violation; a cell is judged by its counts of messages.

Which violations a cell's settings exclude follows from its semantics, from what its consumers do, and from
its scenario. Sources: Kafka's documentation of the semantics
(https://kafka.apache.org/documentation/#semantics), and for consumers the order of processing and commit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.metrics.registry import VIOLATIONS
from include.scenarios.registry import SCENARIOS
from include.scenarios.scenario_settings import ScenarioSettings


class Verdict(StrEnum):
    """From best to worst."""

    KEPT = "kept"
    UNPROVEN = "unproven"
    BROKEN = "broken"


@dataclass(frozen=True)
class Promise:
    """A violation that must not occur, and what could have been violated, by the names of the metrics."""

    violation: str
    chances: str


PROMISES = tuple(
    sorted(
        (Promise(metric.name, metric.chances) for metric in VIOLATIONS.values() if metric.chances),
        key=lambda promise: promise.chances,
    )
)
"""Every promise: those about acknowledged messages first, then those about received ones."""


def promised(settings: ScenarioSettings) -> frozenset[Promise]:
    """What a cell with these settings promises from producer to consumer, whatever fault strikes."""
    excluded = settings.promises | SCENARIOS[settings.scenario].promises
    return frozenset(promise for promise in PROMISES if promise.violation in excluded)


def judge(settings: ScenarioSettings, metrics: Mapping[str, float | None]) -> Verdict:
    """The verdict over a cell, from its counts of messages.

    One violation breaks the promise. Without any the promise is kept, unless nothing could have been
    violated: messages whose fate is unknown prove nothing.
    """
    promises = promised(settings)
    if any(metrics[promise.violation] for promise in promises):
        return Verdict.BROKEN
    return Verdict.KEPT if all(metrics[promise.chances] for promise in promises) else Verdict.UNPROVEN


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of several verdicts; of none, nothing is proven."""
    ranked = list(Verdict)
    return max(verdicts, key=ranked.index, default=Verdict.UNPROVEN)
