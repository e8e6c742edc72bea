"""Whether a cell may be compared with other cells. Each rule judges one fact in the cell's manifest.

A fact that the manifest does not contain is not judged. Then either the cell is older than the rule, or the
fact could not be observed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from include.matrix.treatment import is_on_ladder
from include.rawlog.manifest import Manifest
from include.scenarios.registry import settings_of
from include.verdicts import lateness_rules, warm_up_rules
from include.verdicts import validity_rules as rules


class Validity(StrEnum):
    """Whether a cell may be compared."""

    VALID = "valid"
    INVALID = "invalid"


@dataclass(frozen=True)
class ValidityRule:
    """A rule that makes cells invalid."""

    name: str
    """The name of the disturbance in a report."""
    reason: Callable[[Manifest], str | None]
    """The reason why a cell is invalid, as a clause with figures; None if it is valid or cannot be judged."""
    is_temporary: bool = True
    """Whether the reason may no longer apply when the cell is measured again."""
    holds_under_fault: bool = True
    """Whether the rule also judges cells with a fault or lost packets."""
    holds_on_ladder: bool = True
    """Whether the rule also judges cells on a ladder of rates."""


def causes(manifest: Manifest) -> list[str]:
    """The reasons why a cell is invalid, as clauses; empty if it is valid."""
    return [reason for _, reason in broken_rules(manifest)]


def is_worth_repeating(manifest: Manifest) -> bool:
    """Whether a cell is invalid only for temporary reasons.

    The answer is False for cells with a fault, which are about guarantees. A disturbed machine does not
    change whether a guarantee is kept.
    """
    broken = broken_rules(manifest)
    has_fault = bool(settings_of(manifest.cell.settings).traits.faults)
    return bool(broken) and not has_fault and all(rule.is_temporary for rule, _ in broken)


def broken_rules(manifest: Manifest) -> list[tuple[ValidityRule, str]]:
    """The validity rules that a cell breaks, each with the reason; empty if the cell is valid."""
    settings = settings_of(manifest.cell.settings)
    rules = [rule for rule in RULES if rule.holds_under_fault or not settings.traits.is_disturbed]
    if is_on_ladder(manifest.cell.factors, settings):
        rules = [rule for rule in rules if rule.holds_on_ladder]
    return [(rule, reason) for rule in rules if (reason := rule.reason(manifest))]


RULES = (
    ValidityRule("brokers still compiling", warm_up_rules.still_compiling, holds_under_fault=False),
    ValidityRule(
        "warm-up too short", warm_up_rules.warm_up_too_short, is_temporary=False, holds_under_fault=False
    ),
    ValidityRule("CPU time taken by others", rules.cpu_taken_by_others),
    ValidityRule("CPU time taken by the hypervisor", rules.cpu_stolen),
    ValidityRule("too little memory", rules.too_little_memory),
    ValidityRule("too little disk space", rules.too_little_disk_space, is_temporary=False),
    ValidityRule("clock was set", rules.clock_was_set),
    ValidityRule(
        "producer late", lateness_rules.producer_was_late, holds_under_fault=False, holds_on_ladder=False
    ),
    ValidityRule(
        "producer took no reports",
        lateness_rules.producer_took_no_reports,
        holds_under_fault=False,
        holds_on_ladder=False,
    ),
    ValidityRule(
        "consumer late", lateness_rules.consumer_was_late, holds_under_fault=False, holds_on_ladder=False
    ),
)
"""All rules. The effects of a fault do not make a cell invalid. For example, a killed broker is cold when it
starts again. A figure that a fault makes wrong is not judged. For example, the CPU time of killed processes
counts as CPU time of other processes."""
