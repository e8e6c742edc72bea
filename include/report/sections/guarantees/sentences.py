"""The answer of a run in which something was broken on purpose."""

from collections import Counter

from include.faults.registry import NO_FAULT
from include.matrix.plan import Treatment
from include.report.fault_variants import fault_of, has_faults, variant_name
from include.report.measured_run import MeasuredRun
from include.report.sections.guarantees.cases import case_results
from include.verdicts.documented_cases import CaseOutcome
from include.verdicts.guarantee import Verdict


def guarantee_sentences(run: MeasuredRun) -> list[str]:
    """How many treatments kept their guarantees, and how documented cases came out; none without faults."""
    if not has_faults(run.plan):
        return []
    return [verdict_sentence(run), _case_sentence(run)]


def verdict_sentence(run: MeasuredRun) -> str:
    """How many treatments kept their guarantees, and which did not."""
    verdicts = [(one, run.guarantee(one.id)) for one in run.plan.treatments]
    broken = [one for one, verdict in verdicts if verdict is Verdict.BROKEN]
    unproven = [one for one, verdict in verdicts if verdict is Verdict.UNPROVEN]
    kept = sum(verdict is Verdict.KEPT for _, verdict in verdicts)
    sentence = f"Of {len(run.plan.treatments)} treatments {kept} kept the guarantees of their semantics"
    for what, these in (("broke them", broken), ("left them unproven", unproven)):
        if these:
            names = "; ".join(f"{variant_name(one)} under {_fault_words(one)}" for one in these)
            sentence += f", {len(these)} {what} ({names})"
    return f"{sentence}."


def _fault_words(treatment: Treatment) -> str:
    return "no fault" if fault_of(treatment) == NO_FAULT else fault_of(treatment)


def _case_sentence(run: MeasuredRun) -> str:
    outcomes = Counter(result.outcome for result in case_results(run))
    as_documented = outcomes[CaseOutcome.AS_DOCUMENTED]
    sentence = f"Of {outcomes.total()} documented cases and controls {as_documented} came out as documented"
    if outcomes[CaseOutcome.NOT_PROVOKED]:
        sentence += f", {outcomes[CaseOutcome.NOT_PROVOKED]} were not provoked"
    if outcomes[CaseOutcome.UNPROVEN]:
        sentence += (
            f", {outcomes[CaseOutcome.UNPROVEN]} remain unproven, because too few messages were acknowledged"
        )
    if outcomes[CaseOutcome.NOT_AS_DOCUMENTED]:
        sentence += f", and {outcomes[CaseOutcome.NOT_AS_DOCUMENTED]} came out otherwise"
    return f"{sentence}."
