"""Sentences about the outcomes of guarantees and documented cases, and a table of the cases."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from include.faults.struck_settings import NO_FAULT
from include.grouping import grouped
from include.matrix.treatment import Treatment
from include.rendering.table import ItemColumn, Table, table_of, words
from include.rendering.wording import number_of, percent
from include.report.measured_run import MeasuredRun
from include.report.treatments.groups import has_faults, variant_name
from include.report.treatments.names import semantics_look
from include.report.violations_and_episodes import WORDS, episodes_of, seen_violations
from include.verdicts.documented_cases import Case, CaseOutcome, cases_of
from include.verdicts.guarantee import FEWEST_ACKED, Verdict

NOTE = (
    "A case that was not provoked in any repetition says nothing about the rule that should detect it. A "
    "case is unproven if its outcome depends on the absence of a violation, and fewer than "
    f"{percent(FEWEST_ACKED)} of the sent messages were acknowledged. The controls test the detection of "
    "violations: they must show the violations for which they were made."
)

OTHERWISE = {
    CaseOutcome.NOT_PROVOKED: ", {} were not provoked",
    CaseOutcome.UNPROVEN: ", {} remain unproven, because too few messages were acknowledged",
    CaseOutcome.NOT_AS_DOCUMENTED: ", and {} came out otherwise",
}


class CaseResult(NamedTuple):
    """A documented case, the treatment that is evidence for it, and the outcome."""

    case: Case
    treatment: Treatment
    outcome: CaseOutcome

    @property
    def name(self) -> str:
        """The treatment, and its fault."""
        return f"{variant_name(self.treatment)}: {self.treatment.traits.fault_level}"

    @property
    def text(self) -> str:
        """The outcome, with the reason if the outcome is not as documented and the reason is known."""
        if self.outcome is CaseOutcome.NOT_AS_DOCUMENTED and self.case.otherwise:
            return f"{self.outcome.value}: {self.case.otherwise}"
        return self.outcome.value


def case_results(run: MeasuredRun) -> list[CaseResult]:
    """A result for each measured treatment and each of its cases, sorted by case, with controls last."""
    results = []
    for treatment in run.plan.treatments:
        totals = {name: run.counted(treatment.id, name) for name in ("sent", "acked", *WORDS)}
        for case in cases_of(treatment.settings) if run.guarantee(treatment.id) else ():
            results.append(CaseResult(case, treatment, case.outcome(totals)))
    return sorted(results, key=lambda result: (result.case.name.startswith("Control"), result.case.name))


def case_table(run: MeasuredRun) -> Table:
    """A table with a row for each case and treatment."""
    columns: list[ItemColumn[CaseResult]] = [
        words("Case", lambda result: result.case.name),
        words("Documented: it", lambda result: result.case.says),
        words("Treatment", lambda result: result.name),
        words("Seen", lambda result: seen_violations(run, result.treatment) or "nothing"),
        words("", lambda result: result.text),
    ]
    caption, results = "The documented cases, and controls", case_results(run)
    return table_of(
        "cases", caption, columns, results, [NOTE], lambda result: semantics_look(result.treatment)
    )


def guarantee_sentences(run: MeasuredRun) -> list[str]:
    """Sentences about kept guarantees and the outcomes of documented cases; empty if there are no faults."""
    return [_verdict_sentence(run), *_case_sentences(run)] if has_faults(run.plan) else []


def _verdict_sentence(run: MeasuredRun) -> str:
    treatments = run.plan.treatments
    by_verdict = grouped(treatments, lambda treatment: run.guarantee(treatment.id))
    kept_treatments, broken_treatments, unproven_treatments, unmeasured_treatments = (
        by_verdict.get(verdict, []) for verdict in (Verdict.KEPT, Verdict.BROKEN, Verdict.UNPROVEN, None)
    )
    broken_names = "; ".join(
        f"{_name(treatment)} in {episodes_of(run, treatment).in_words}" for treatment in broken_treatments
    )
    unproven_names, unmeasured_names = (
        "; ".join(map(_name, group)) for group in (unproven_treatments, unmeasured_treatments)
    )
    clauses = (
        f"Of {len(treatments)} treatments {len(kept_treatments)} kept the guarantees of their semantics"
        f"{_kept_episodes(run, kept_treatments)}",
        broken_names and f"{len(broken_treatments)} broke them ({broken_names})",
        unproven_names and f"{len(unproven_treatments)} left them unproven ({unproven_names})",
        unmeasured_names and f"{len(unmeasured_treatments)} were not measured ({unmeasured_names})",
    )
    return f"{', '.join(filter(None, clauses))}."


def _kept_episodes(run: MeasuredRun, treatments: list[Treatment]) -> str:
    """A text with the smallest and the largest number of episodes per treatment.

    The text also says which share of the episodes may be broken at most.
    """
    episode_counts = [
        episodes_of(run, treatment) for treatment in treatments if treatment.traits.is_disturbed
    ]
    if not episode_counts:
        return ""
    fewest, most = (of(episode_counts, key=lambda episodes: episodes.total) for of in (min, max))
    if fewest.total == most.total or fewest.at_most is None:
        return f" (broken episodes of each such treatment with a fault: {fewest.in_words})"
    return (
        f" (broken episodes of each such treatment with a fault: 0 of {fewest.total} to {most.total} "
        f"episodes; for {number_of(fewest.total, 'episode')}, at most {percent(fewest.at_most)} with 95% "
        "confidence)"
    )


def _name(treatment: Treatment) -> str:
    fault = treatment.traits.fault_level
    return f"{variant_name(treatment)} {'without a fault' if fault == NO_FAULT else f'under {fault}'}"


def _case_sentences(run: MeasuredRun) -> Iterator[str]:
    outcomes = Counter(result.outcome for result in case_results(run))
    if outcomes:
        others = (text.format(outcomes[outcome]) for outcome, text in OTHERWISE.items() if outcomes[outcome])
        yield (
            f"Of {outcomes.total()} results, each of a documented case or a control in one treatment, "
            f"{outcomes[CaseOutcome.AS_DOCUMENTED]} came out as documented{''.join(others)}."
        )
