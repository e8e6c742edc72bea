"""The answer of a run in which something was broken on purpose."""

from collections import Counter
from collections.abc import Iterator

from include.faults.parameters import NO_FAULT
from include.matrix.plan import Treatment
from include.rendering.number_format import percent
from include.report.episodes import episodes_of
from include.report.measured_run import MeasuredRun
from include.report.sections.guarantees.cases import case_results
from include.report.treatments.fault_variants import fault_of, has_faults, variant_name
from include.verdicts.documented_cases import CaseOutcome
from include.verdicts.guarantee import Verdict


def guarantee_sentences(run: MeasuredRun) -> list[str]:
    """How many treatments kept their guarantees, and how documented cases came out; none without faults."""
    if not has_faults(run.plan):
        return []
    return [_verdict_sentence(run), *_case_sentences(run)]


def _verdict_sentence(run: MeasuredRun) -> str:
    treatments = run.plan.treatments
    of_verdict = {
        verdict: [treatment for treatment in treatments if run.guarantee(treatment.id) is verdict]
        for verdict in Verdict
    }
    kept, broken = of_verdict[Verdict.KEPT], of_verdict[Verdict.BROKEN]
    clauses = [
        f"Of {len(treatments)} treatments {len(kept)} kept the guarantees of their semantics"
        f"{_kept_episodes(run, kept)}"
    ]
    if broken:
        names = "; ".join(
            f"{_name(treatment)} in {episodes_of(run, treatment).in_words}" for treatment in broken
        )
        clauses.append(f"{len(broken)} broke them ({names})")
    if unproven := of_verdict[Verdict.UNPROVEN]:
        clauses.append(f"{len(unproven)} left them unproven ({'; '.join(map(_name, unproven))})")
    if unmeasured := [treatment for treatment in treatments if run.guarantee(treatment.id) is None]:
        clauses.append(f"{len(unmeasured)} were not measured ({'; '.join(map(_name, unmeasured))})")
    return f"{', '.join(clauses)}."


def _kept_episodes(run: MeasuredRun, kept: list[Treatment]) -> str:
    """The fewest and the most episodes of a treatment that kept its guarantee, and the widest bound."""
    struck = [episodes_of(run, treatment) for treatment in kept if treatment.settings.is_disturbed]
    if not struck:
        return ""
    fewest, most = (of(struck, key=lambda episodes: episodes.total) for of in (min, max))
    if fewest.total == most.total or fewest.at_most is None:
        return f" (each of those under a fault broke them in {fewest.in_words})"
    return (
        f" (each of those under a fault broke them in 0 of {fewest.total} to {most.total} episodes, with 95% "
        f"confidence in at most {percent(fewest.at_most)} where the episodes are fewest)"
    )


def _name(treatment: Treatment) -> str:
    return f"{variant_name(treatment)} under {_fault_words(treatment)}"


def _fault_words(treatment: Treatment) -> str:
    return "no fault" if fault_of(treatment) == NO_FAULT else fault_of(treatment)


def _case_sentences(run: MeasuredRun) -> Iterator[str]:
    outcomes = Counter(result.outcome for result in case_results(run))
    if not outcomes:
        return
    sentence = (
        f"Of {outcomes.total()} results (a documented case or a control, in a treatment that can show it) "
        f"{outcomes[CaseOutcome.AS_DOCUMENTED]} came out as documented"
    )
    if outcomes[CaseOutcome.NOT_PROVOKED]:
        sentence += f", {outcomes[CaseOutcome.NOT_PROVOKED]} were not provoked"
    if outcomes[CaseOutcome.UNPROVEN]:
        sentence += (
            f", {outcomes[CaseOutcome.UNPROVEN]} remain unproven, because too few messages were acknowledged"
        )
    if outcomes[CaseOutcome.NOT_AS_DOCUMENTED]:
        sentence += f", and {outcomes[CaseOutcome.NOT_AS_DOCUMENTED]} came out otherwise"
    yield f"{sentence}."
