"""Sentences about the outcomes of guarantees and documented cases, and a table of the cases."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from include.kinds.fault import NO_FAULT
from include.kinds.grouping import grouped
from include.plan.experiment import Expectation
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, table_of, words
from include.report.pages.wording import number_of, percent
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
        return f"{variant_name(self.treatment)}: {self.treatment.traits.disturbance.fault_level}"

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
    return [*_verdict_sentences(run), *_case_sentences(run)] if has_faults(run.plan) else []


def _verdict_sentences(run: MeasuredRun) -> Iterator[str]:
    """What was kept, what broke and what was lost, then what remains open."""
    treatments = run.plan.treatments
    by_verdict = grouped(treatments, lambda treatment: run.guarantee(treatment.id))
    kept = by_verdict.get(Verdict.KEPT, [])
    broken = grouped(by_verdict.get(Verdict.BROKEN, []), lambda treatment: treatment.expect)
    groups = {
        "Broken": [_broken(run, treatment) for treatment in broken.get(Expectation.KEPT, [])],
        "Broken, as expected": [_broken(run, treatment) for treatment in broken.get(Expectation.BROKEN, [])],
        "Broken, which chance decides": [
            _broken(run, treatment) for treatment in broken.get(Expectation.EITHER, [])
        ],
        "Unproven, because too few messages were acknowledged": [
            _name(treatment) for treatment in by_verdict.get(Verdict.UNPROVEN, [])
        ],
        "Not measured": [_name(treatment) for treatment in by_verdict.get(None, [])],
    }
    parts = [f"{title}: {'; '.join(texts)}." for title, texts in groups.items() if texts]
    yield " ".join([f"{len(kept)} of {len(treatments)} treatments kept their guarantee.", *parts])
    yield from _kept_episodes(run, kept)


def _broken(run: MeasuredRun, treatment: Treatment) -> str:
    """A treatment, its broken episodes and its violations: ``…, 6 of 6 episodes, 12 lost``."""
    episodes = episodes_of(run, treatment)
    counts = f"{episodes.broken} of {number_of(episodes.total, episodes.noun)}"
    violations = seen_violations(run, treatment).replace("; ", ", ")
    return ", ".join(filter(None, [_name(treatment), counts, violations]))


def _kept_episodes(run: MeasuredRun, treatments: list[Treatment]) -> Iterator[str]:
    """Yield a sentence on what the kept guarantees show: the fewest episodes, and the bound for them."""
    disturbed = [treatment for treatment in treatments if treatment.traits.disturbance.is_injected]
    episodes = [episodes_of(run, treatment) for treatment in disturbed]
    fewest = min(episodes, key=lambda episode: episode.total, default=None)
    if fewest is not None and fewest.at_most is not None:
        yield (
            f"Each guarantee that was kept under a fault had {number_of(fewest.total, 'episode')} or more "
            f"without a violation; with 95% confidence, at most {percent(fewest.at_most)} of such episodes "
            "break it."
        )


def _name(treatment: Treatment) -> str:
    fault = treatment.traits.disturbance.fault_level
    return f"{variant_name(treatment)} {'without a fault' if fault == NO_FAULT else f'under {fault}'}"


def _case_sentences(run: MeasuredRun) -> Iterator[str]:
    outcomes = Counter(result.outcome for result in case_results(run))
    if outcomes:
        others = (text.format(outcomes[outcome]) for outcome, text in OTHERWISE.items() if outcomes[outcome])
        yield (
            f"Of {outcomes.total()} results, each of a documented case or a control in one treatment, "
            f"{outcomes[CaseOutcome.AS_DOCUMENTED]} came out as documented{''.join(others)}."
        )
