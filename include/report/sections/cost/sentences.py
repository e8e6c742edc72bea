"""Sentences about the cost of exactly-once, which claim no more than the intervals show."""

from collections.abc import Iterable, Iterator

from include.metrics.registry import Span
from include.rendering.blocks import Paragraph
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.words import capitalised
from include.report.measured_run import MeasuredRun
from include.report.ratios import BASELINE, RatioFinding
from include.report.sections.cost.comparisons import LATENCY, THROUGHPUT, CostComparison, cost_comparisons
from include.report.treatments import context, full_name, ordered_treatments, transaction_ms

MOST_NAMED = 3
"""Contexts beyond this number are counted instead of named."""


def cost_paragraphs(run: MeasuredRun) -> list[Paragraph]:
    """A paragraph for each transaction time."""
    by_metric = [_by_transaction(cost_comparisons(run, metric)) for metric in (THROUGHPUT, LATENCY)]
    transactions = sorted({transaction for found in by_metric for transaction in found})
    if not transactions:
        return [Paragraph("No exactly-once cell can be compared with an at-least-once cell.")]
    return [
        Paragraph(
            " ".join(cost_sentence(found[transaction]) for found in by_metric if transaction in found),
            subject=f"Exactly-once with transactions of {transaction:,}{NO_BREAK}ms",
        )
        for transaction in transactions
    ]


def _by_transaction(found: Iterable[CostComparison]) -> dict[int, list[CostComparison]]:
    groups: dict[int, list[CostComparison]] = {}
    for comparison in found:
        transaction = transaction_ms(comparison.treatment)
        if transaction is not None:
            groups.setdefault(transaction, []).append(comparison)
    return groups


def cost_sentence(comparisons: list[CostComparison]) -> str:
    """What the comparisons of one metric show together.

    The sentence claims a difference only where the interval of the ratio excludes 1.
    """
    return _single(comparisons[0]) if len(comparisons) == 1 else _several(comparisons)


def _single(comparison: CostComparison) -> str:
    metric, ratio = comparison.metric, comparison.ratio
    medians = (
        f"{significant(comparison.median)} against {significant(comparison.baseline_median)}"
        f"{NO_BREAK}{metric.unit}"
    )
    times = f"{significant(ratio.median)} times that of {BASELINE}"
    if comparison.finding is RatioFinding.TOO_FEW:
        return f"{capitalised(metric.words)} was measured at {times} ({medians})."
    evidence = f"{times} (95% interval {interval(ratio.low, ratio.high)}; {medians})"
    if comparison.finding is RatioFinding.NOT_SHOWN:
        return f"No difference in {metric.words} was shown: {evidence}."
    return f"{capitalised(metric.words)} was {comparison.finding}: {evidence}."


def _several(comparisons: list[CostComparison]) -> str:
    ratios = [comparison.ratio.median for comparison in comparisons]
    measured = (
        f"{capitalised(comparisons[0].metric.words)} was measured at {interval(min(ratios), max(ratios))} "
        f"times that of {BASELINE} in {len(comparisons)} comparisons"
    )
    findings = dict.fromkeys(comparison.finding for comparison in comparisons)
    if set(findings) == {RatioFinding.TOO_FEW}:
        return f"{measured}."
    details = [
        f"{finding} "
        f"{_where([context(c.treatment) for c in comparisons if c.finding is finding], comparisons)}"
        for finding in findings
    ]
    return f"{measured}: {'; '.join(details)}."


def _where(contexts: list[str], comparisons: list[CostComparison]) -> str:
    if len(contexts) == len(comparisons):
        return "in all of them"
    return f"at {' and '.join(contexts)}" if len(contexts) <= MOST_NAMED else f"in {len(contexts)} of them"


def best_medians(run: MeasuredRun) -> Iterator[str]:
    """Which treatments have the best medians; nothing where there are not two treatments to choose from."""
    throughputs = _medians(run, "throughput")
    latencies = _medians(run, "latency_mean")
    if len(throughputs) >= 2 and len(latencies) >= 2:
        yield best_sentence(max(throughputs), min(latencies))


def best_sentence(highest: tuple[float, str], lowest: tuple[float, str]) -> str:
    """Name the treatments with the highest throughput (MiB/s) and with the lowest latency (ms)."""
    second = "" if lowest[1] == highest[1] else f"{lowest[1]} had "
    return (
        f"{capitalised(highest[1])} had the highest median end-to-end throughput "
        f"({significant(highest[0])}{NO_BREAK}MiB/s), and {second}the lowest median of the mean "
        f"end-to-end latency ({significant(lowest[0])}{NO_BREAK}ms)."
    )


def _medians(run: MeasuredRun, metric: str) -> list[tuple[float, str]]:
    estimates = (
        (run.estimate(one.id, metric, Span.PRODUCER_CONSUMER), full_name(one))
        for one in ordered_treatments(run.plan)
    )
    return [(estimate.median, name) for estimate, name in estimates if estimate]
