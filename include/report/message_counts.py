"""The violations that every report counts, their rates, and which attempts are counted."""

from collections.abc import Iterator

from include.matrix.plan import Treatment
from include.metrics.registry import METRICS, VIOLATIONS
from include.rawlog.attempts import AttemptEnd
from include.rendering.number_format import DASH, NO_BREAK, count, significant
from include.report.measured_run import MeasuredRun
from include.verdicts.guarantee import PROMISES, promised

PER_MILLION = 1_000_000

COUNTED_VIOLATIONS = {"lost": "acked", "duplicated": "acked", "out_of_order": "received"}
"""Each violation by its metric, with the metric that counts the messages to which it can happen."""

WORDS = {promise.violation: METRICS[promise.violation].in_words for promise in PROMISES}
"""What can happen to a message, by metric, in the order of a report."""


def per_million(violations: int | None, chances: int | None) -> str:
    """The observed rate per million messages.

    Where none of N messages was affected: the upper bound of the rate with 95% confidence, 3/N (the rule of
    three).
    """
    if violations is None or not chances:
        return DASH
    if violations == 0:
        return f"≤ {significant(3 / chances * PER_MILLION)}"
    return significant(violations / chances * PER_MILLION)


def attempt_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield which other attempts were counted, and how many could not be; nothing where there were none."""
    counted = run.other_counted_attempts
    if len(counted):
        ends = ", ".join(f"{(counted['ended'] == end.value).sum():,} {end.value}" for end in AttemptEnd)
        yield (
            f"Messages and violations of all attempts whose raw log can be counted are included: those of "
            f"the {len(run.cells):,} measured cells, and those of {_further(len(counted))} ({ends}), which "
            f"sent {count(counted['sent'].sum())} messages. Times and rates are those of the valid cells "
            "alone."
        )
    if uncounted := len(run.attempts) - len(counted):
        yield f"{_further(uncounted)} left no raw log that can be counted."


def _further(number: int) -> str:
    return f"{number:,} further attempt{'s' * (number != 1)}"


def violation_sentence(run: MeasuredRun) -> str:
    """How many messages had each violation, and among how many it was looked for whether they were lost."""
    lost, duplicated, out_of_order = (_total(run, name) for name in COUNTED_VIOLATIONS)
    examined = sum(run.examined(treatment.id, "lost", "acked") for treatment in run.plan.treatments)
    totals = {name: _total(run, name) for name in VIOLATIONS if name not in COUNTED_VIOLATIONS}
    others = "; ".join(f"{count(total)} {METRICS[name].in_words}" for name, total in totals.items() if total)
    return (
        f"Of {count(examined)} acknowledged messages {_number(lost, 'none')} were lost. "
        f"{_number(duplicated, 'No')} deliveries repeated a message, and {_number(out_of_order, 'no')} "
        f"messages were delivered out of order.{f' Also seen: {others}.' if others else ''}"
    )


def _number(number: int, none: str) -> str:
    return count(number) if number else none


def _total(run: MeasuredRun, metric: str) -> int:
    return sum(run.counted(treatment.id, metric) or 0 for treatment in run.plan.treatments)


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
