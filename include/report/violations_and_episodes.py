"""The violations and the attempts that are counted in every report, and the episodes of faults."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from include.kinds.metrics.registry import METRICS, VIOLATIONS
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import DASH, NO_BREAK, count, number_of, percent, significant
from include.verdicts.bounds import both_bounds, upper_bound
from include.verdicts.guarantee import CHANCES, Verdict, promised

PER_MILLION = 1_000_000

COUNTED_VIOLATIONS = ("lost", "duplicated", "out_of_order")

WORDS = {violation: METRICS[violation].in_words for violation in CHANCES}


def per_million(violations: int | None, chances: int | None) -> str:
    """The observed rate per million messages.

    If none of N messages was affected, the result is the upper 95 % bound of the rate: 3/N (the rule of
    three).
    """
    if violations is None or not chances:
        return DASH
    if violations == 0:
        return f"≤ {significant(3 / chances * PER_MILLION)}"
    return significant(violations / chances * PER_MILLION)


def attempt_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield sentences with the numbers of counted and uncounted attempts, apart from measured cells."""
    others = run.other_counted_attempts
    if len(others):
        further = number_of(len(others), "further attempt")
        yield (
            "Messages and violations are counted in all attempts whose raw log can be read: in the "
            f"{len(run.cells):,} measured cells and in {further}, which sent {count(others['sent'].sum())} "
            "messages. Times and rates are from valid cells only."
        )
    if uncounted_attempts := len(run.attempts) - len(others):
        yield f"{number_of(uncounted_attempts, 'further attempt')} left no raw log that can be counted."


def violation_sentence(run: MeasuredRun) -> str:
    """Sentences with the number of violations of each kind, and the number of messages examined for loss."""
    lost, duplicated, out_of_order = (_total(run, name) for name in COUNTED_VIOLATIONS)
    examined_messages = sum(run.examined(treatment.id, "lost") for treatment in run.plan.treatments)
    totals = {name: _total(run, name) for name in VIOLATIONS if name not in COUNTED_VIOLATIONS}
    others = "; ".join(f"{count(total)} {METRICS[name].in_words}" for name, total in totals.items() if total)
    return (
        f"Of {count(examined_messages)} acknowledged messages {_number(lost, 'none')} were lost. "
        f"{_number(duplicated, 'No')} deliver{'y' if duplicated == 1 else 'ies'} repeated a message, "
        f"and {_number(out_of_order, 'no')} messages were delivered out of "
        f"order.{f' Also seen: {others}.' if others else ''}"
    )


def _number(number: int, none: str) -> str:
    return count(number) if number else none


def _total(run: MeasuredRun, metric: str) -> int:
    return sum(run.counted(treatment.id, metric) or 0 for treatment in run.plan.treatments)


def seen_violations(run: MeasuredRun, treatment: Treatment, but: Collection[str] = ()) -> str:
    """The violations that occurred, each with its number, without those in ``but``; empty without any."""
    excluded_violations = promised(treatment.settings)
    return "; ".join(
        f"{count(total)}{NO_BREAK}{WORDS[name]}{'' if name in excluded_violations else ', as allowed'}"
        for name in WORDS
        if name not in but and (total := run.counted(treatment.id, name))
    )


class Episodes(NamedTuple):
    """The episodes that show whether a treatment's guarantee holds.

    If neither a fault nor a loss of packets is injected, attempts are counted instead. An episode is one
    occurrence of a fault, in one attempt at a cell. Messages are not independent trials, because a fault that
    affects a message also affects its neighbours.
    """

    broken: int
    total: int
    noun: str
    """The word for what is counted: ``episode``, or ``attempt`` for an undisturbed treatment."""

    @property
    def broken_of_total(self) -> str:
        """The number of broken episodes, as text: ``2 of 6 episodes``."""
        return f"{self.broken} of {number_of(self.total, self.noun)}"

    @property
    def at_most(self) -> float | None:
        """The upper 95 % bound of the share of episodes that break the guarantee; None without an episode."""
        return upper_bound(self.broken, self.total)

    @property
    def in_words(self) -> str:
        """The number of broken episodes and 95% bounds of their share, as text; empty without an episode."""
        if self.at_most is None:
            return ""
        if not self.broken:
            return f"{self.broken_of_total}, at most {percent(self.at_most)} with 95% confidence"
        low, high = both_bounds(self.broken, self.total)
        return f"{self.broken_of_total} (95% interval {percent(low)} to {percent(high)})"


def episodes_of(run: MeasuredRun, treatment: Treatment) -> Episodes:
    """Count the episodes of a treatment over all attempts; an unproven attempt is not counted."""
    verdicts = run.verdicts(treatment.id)
    broken_count = verdicts.count(Verdict.BROKEN)
    noun = "episode" if treatment.traits.disturbance.is_injected else "attempt"
    return Episodes(broken_count, broken_count + verdicts.count(Verdict.KEPT), noun)


def verdict_and_episodes(run: MeasuredRun, treatment: Treatment) -> str:
    """The verdict on a treatment, with its broken and all episodes: ``broken, 2/6``."""
    verdict, episodes = run.guarantee(treatment.id), episodes_of(run, treatment)
    return f"{verdict.value}, {episodes.broken}/{episodes.total}" if verdict else DASH


def attempt_name(cell: str, attempt: float, ending: object) -> str:
    """The id of a cell. If ``ending`` is a string, the number and the ending of the attempt follow the id."""
    return f"{cell}, attempt {int(attempt)} ({ending})" if isinstance(ending, str) else cell
