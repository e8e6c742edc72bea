"""The violations in words, and those that occurred in a treatment."""

from include.matrix.plan import Treatment
from include.metrics.registry import METRICS
from include.rendering.number_format import NO_BREAK, count
from include.report.measured_run import MeasuredRun
from include.verdicts.guarantee import PROMISES, promised

WORDS = {promise.violation: METRICS[promise.violation].in_words for promise in PROMISES}
"""What can happen to a message, by metric, in the order of a report."""


def violation_totals(run: MeasuredRun, treatment: Treatment) -> dict[str, int | None]:
    """How many messages of all attempts at cells of a treatment had each violation; None: nobody looked."""
    return {name: run.counted(treatment.id, name) for name in WORDS}


def seen_violations(run: MeasuredRun, treatment: Treatment) -> str:
    """The violations that occurred, with their numbers; empty where there were none."""
    excluded = {promise.violation for promise in promised(treatment.settings)}
    return "; ".join(
        f"{count(total)}{NO_BREAK}{WORDS[name]}{'' if name in excluded else ', as allowed'}"
        for name, total in violation_totals(run, treatment).items()
        if total
    )
