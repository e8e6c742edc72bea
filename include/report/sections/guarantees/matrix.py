"""The matrix of ways to send and receive and faults: for each combination, the verdict over its guarantee."""

from include.faults.fault import Target
from include.faults.parameters import NO_FAULT
from include.faults.registry import faults_in
from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.blocks import Matrix, MatrixField, MatrixRow, Tone
from include.rendering.number_format import DASH, significant
from include.report.episodes import episodes_of
from include.report.measured_run import MeasuredRun
from include.report.message_counts import PER_MILLION, seen_violations
from include.report.treatments.fault_variants import FaultVariants, fault_variants_of, faults_of
from include.verdicts.bounds import upper_bound
from include.verdicts.guarantee import Promise, Verdict, promised

CAPTIONS = {
    Target.BROKER: "Faults of brokers or of their network",
    Target.PRODUCER: "Faults of the producer or of its network",
    Target.CONSUMER: "Faults of consumers and copiers, and changes of the group",
    Target.MONITOR: "Faults of the producer's monitor",
    Target.REQUEST: "Requests of the producer that arrive late",
}

TITLES = ("Way to send and receive", "p50 / p99 without a fault, ms")

TONES = {Verdict.KEPT: Tone.GOOD, Verdict.UNPROVEN: Tone.UNCERTAIN, Verdict.BROKEN: Tone.BAD}


def matrices(run: MeasuredRun) -> list[Matrix]:
    """A matrix for each kind of target that a fault of the run has, over all attempts."""
    return [matrix for target in Target if (matrix := _matrix(run, target)).rows]


def _matrix(run: MeasuredRun, target: Target) -> Matrix:
    faults = [fault for fault in faults_of(run.plan) if _is_aimed_at(fault, target)]
    variants = [
        variant
        for variant in fault_variants_of(run.plan)
        if any(fault in variant.treatments for fault in faults)
    ]
    columns = [*([NO_FAULT] if any(variant.undisturbed for variant in variants) else []), *faults]
    rows = tuple(
        MatrixRow(
            variant.name,
            variant.look,
            _latencies(run, variant),
            tuple(_field(run, variant.treatments.get(fault)) for fault in columns),
        )
        for variant in variants
    )
    return Matrix(CAPTIONS[target], TITLES, tuple(columns), rows)


def _is_aimed_at(fault: str, target: Target) -> bool:
    return fault != NO_FAULT and faults_in(fault)[0].target is target


def _latencies(run: MeasuredRun, variants: FaultVariants) -> str:
    if variants.undisturbed is None:
        return DASH
    estimates = [
        run.estimate(variants.undisturbed.id, metric, Span.PRODUCER_CONSUMER)
        for metric in ("latency_p50", "latency_p99")
    ]
    texts = [significant(estimate.median) for estimate in estimates if estimate]
    return " / ".join(texts) if len(texts) == len(estimates) else DASH


def _field(run: MeasuredRun, treatment: Treatment | None) -> MatrixField | None:
    verdict = run.guarantee(treatment.id) if treatment else None
    if treatment is None or verdict is None:
        return None
    return MatrixField(TONES[verdict], verdict.value, seen_violations(run, treatment), _bound(run, treatment))


def _bound(run: MeasuredRun, treatment: Treatment) -> str:
    """The episodes, then the widest of the upper bounds per message of the violations that it excludes."""
    bounds = [_upper_bound(run, treatment, promise) for promise in promised(treatment.settings)]
    numbers = [bound for bound in bounds if bound is not None]
    messages = f"≤ {significant(max(numbers) * PER_MILLION, 2)} per million messages" if numbers else ""
    return "; ".join(filter(None, [episodes_of(run, treatment).in_words, messages]))


def _upper_bound(run: MeasuredRun, treatment: Treatment, promise: Promise) -> float | None:
    seen = run.counted(treatment.id, promise.violation) or 0
    return upper_bound(seen, run.examined(treatment.id, promise.violation))
