"""The answer about a user's settings: what they promise, whether they kept it, and what they cost."""

from collections.abc import Iterator

from include.matrix.judged.judged_settings import JudgedSettings
from include.matrix.plan import Treatment
from include.rendering.blocks import Paragraph
from include.rendering.words import enumerated
from include.report.cost_differences import CostDifference, cost_differences
from include.report.fault_variants import fault_of
from include.report.measured_run import MeasuredRun
from include.report.sections.cost.sentences import effect
from include.report.sections.guarantees.violation_words import seen_violations
from include.verdicts.guarantee import Verdict
from include.verdicts.paired_differences import FEWEST_PAIRS

PROMISES = {
    "at-most-once": "at-most-once",
    "at-least-once": "at-least-once",
    "idempotent": "at-least-once without duplicates by retries",
    "exactly-once": "exactly-once",
}
"""What each semantics promises, after "promises"."""

VERDICT_WORDS = {
    Verdict.KEPT: "kept what it promises",
    Verdict.BROKEN: "broke the promise",
    Verdict.UNPROVEN: "left the promise unproven",
}


def judged_paragraphs(run: MeasuredRun, judged: JudgedSettings) -> list[Paragraph]:
    """The answer in one sentence, then a paragraph for each setting that contradicts the promise."""
    clauses = [f"promises {PROMISES[judged.semantics]}", *_kept(run, judged), _cost(run, judged)]
    answer = Paragraph(f"{judged.own_files} {'; it '.join(clauses)}.")
    return [answer, *(Paragraph(one.text, one.level) for one in judged.contradictions)]


def _kept(run: MeasuredRun, judged: JudgedSettings) -> Iterator[str]:
    """Under which faults the promise was broken, left unproven, kept, or not measured: the worst first."""
    own = [one for one in run.plan.treatments if one.settings.label == judged.name]
    found: dict[Verdict, list[Treatment]] = {}
    for treatment in own:
        if verdict := run.guarantee(treatment.id):
            found.setdefault(verdict, []).append(treatment)
    for verdict in reversed(Verdict):
        if verdict in found:
            yield f"{VERDICT_WORDS[verdict]} {_circumstances(run, found[verdict])}"
    if unmeasured := [one for one in own if run.guarantee(one.id) is None]:
        yield f"was not measured {_circumstances(run, unmeasured)}"


def _circumstances(run: MeasuredRun, treatments: list[Treatment]) -> str:
    """Under which faults: ``without a fault and under kill-leader (3 lost) and kill-producer``."""
    quiet = [f"without a fault{_seen(run, one)}" for one in treatments if not one.settings.faults]
    struck = [f"{fault_of(one)}{_seen(run, one)}" for one in treatments if one.settings.faults]
    return " and ".join([*quiet, *([f"under {enumerated(struck)}"] if struck else [])])


def _seen(run: MeasuredRun, treatment: Treatment) -> str:
    """The violations that were seen, in brackets; empty where there were none."""
    seen = seen_violations(run, treatment)
    return f" ({seen})" if seen else ""


def _cost(run: MeasuredRun, judged: JudgedSettings) -> str:
    """What the settings cost beside the baseline."""
    found = [one for one in cost_differences(run) if one.treatment.settings.label == judged.name]
    stated = [one for one in found if one.found.estimate is not None]
    if not stated:
        return f"was not compared with {judged.baseline_words}: {_why_not(found)}"
    return f"{enumerated([effect(one) for one in stated])}, compared with {judged.baseline_words}"


def _why_not(found: list[CostDifference]) -> str:
    reason = next((one.not_compared for one in found if one.not_compared), "")
    return reason or f"{FEWEST_PAIRS} pairs of valid cells are needed"
