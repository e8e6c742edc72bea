"""The verdict on whether a cell kept its promises, from its counts of messages.

Each promise excludes one kind of violation. Three things decide which violations a cell excludes: the
semantics, the scenario, and the order in which consumers process and commit.

Source: https://kafka.apache.org/documentation/#semantics.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from include.kinds.metrics.registry import VIOLATIONS
from include.kinds.scenario import SCENARIOS
from include.settings.cell import ScenarioSettings


class Verdict(StrEnum):
    """A verdict on the promises of a cell. The verdicts are listed from best to worst."""

    KEPT = "kept"
    """No violation occurred, and enough messages could have shown a violation."""
    UNPROVEN = "unproven"
    """No violation occurred, but there were too few messages that could have shown one."""
    BROKEN = "broken"
    """At least one violation occurred."""


CHANCES: dict[str, str] = {
    metric.name: metric.chances
    for metric in sorted(VIOLATIONS.values(), key=lambda metric: metric.chances or "")
    if metric.chances
}
"""For each violation that a promise may exclude, the metric that counts the messages in which the violation
could have occurred. Violations of acknowledged messages come first, then violations of received messages."""


def promised(settings: ScenarioSettings) -> frozenset[str]:
    """The names of the violations that a cell with these settings promises to exclude."""
    promises = settings.traits.delivery.promises | SCENARIOS[settings.scenario].promises
    return frozenset(CHANCES.keys() & promises)


FEWEST_ACKED = 0.5
"""The minimum share of acknowledged messages for promises to count as kept. If most messages of a cell fail,
the cell shows how the semantics fails. It hardly shows whether promises are kept."""


WHY_UNPROVEN = (
    "too few messages were acknowledged or received there to prove it, or the application stood still to the "
    "end"
)


def is_evidence(counts: Mapping[str, float | None]) -> bool:
    """Whether ``acked`` is a large enough share of ``sent`` for promises to count as kept."""
    sent, acked = (counts[name] or 0 for name in ("sent", "acked"))
    return acked > 0 and acked >= FEWEST_ACKED * sent


def judge(settings: ScenarioSettings, metrics: Mapping[str, float | None]) -> Verdict:
    """The verdict on a cell.

    One violation breaks the promises. If no violation was seen, the promises are kept under three conditions:
    enough messages were acknowledged, for each kind of violation there was a message that could have shown
    it, and what is judged reached the last message. A message with an unknown outcome proves nothing. A
    violation that was not searched for (None) is not judged.

    Args:
        settings: The settings of the cell.
        metrics: The cell's counts of messages, by the names of the metrics.
    """
    promises = promised(settings)
    if any(metrics[violation] for violation in promises):
        return Verdict.BROKEN
    has_chances = all(metrics[CHANCES[violation]] for violation in promises)
    is_proven = has_chances and is_evidence(metrics) and not metrics.get("unreached")
    return Verdict.KEPT if is_proven else Verdict.UNPROVEN


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The worst of several verdicts; ``UNPROVEN`` if there is no verdict."""
    ranking = list(Verdict)
    return max(verdicts, key=ranking.index, default=Verdict.UNPROVEN)
