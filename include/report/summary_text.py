"""The answer in prose, only as strong as the intervals allow."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK, count, interval, significant
from include.report.run import Run
from include.report.sections.calibration import calibration_sentences
from include.report.sections.comparison import arms, sentence
from include.report.sections.cost.cost import BASELINE, QUANTITIES, Comparison, Finding, comparisons
from include.report.sections.guarantees.fault_variants import has_faults
from include.report.sections.guarantees.matrix import guarantee_sentences
from include.report.treatments import context, full_name, ordered, transaction_ms
from include.report.violations import VIOLATIONS

THROUGHPUT, LATENCY = QUANTITIES[:2]

MOST_NAMED = 3
"""More settings than this are counted and not named."""


@dataclass(frozen=True)
class Paragraph:
    """A few sentences; ``about`` is what they are about, where it isn't everything."""

    text: str
    about: str = ""


def answer(run: Run, own: Sequence[str] = ()) -> list[Paragraph]:
    """The answer, the most wanted first; ``own`` are the sentences of the experiment's own sections."""
    if not run.manifests:
        return [Paragraph("No cell of this run was sealed, so it answers nothing yet.")]
    if run.cells.empty:
        return [Paragraph("The cells of this run have not been measured yet, so it answers nothing so far.")]
    if others := arms(run)[1]:
        compared = [sentence(run, arm) for arm in others]
        told = [*calibration_sentences(run), *compared, violation_sentence(run), *_completeness(run)]
        return [Paragraph(text) for text in told]
    if own:
        return [Paragraph(text) for text in (*own, violation_sentence(run), *_completeness(run))]
    if has_faults(run.plan):
        sentences = [*guarantee_sentences(run), violation_sentence(run), *_completeness(run)]
        return [Paragraph(text) for text in sentences]
    general = [*_extremes(run), violation_sentence(run), *_completeness(run)]
    return [*_costs(run), *(Paragraph(text) for text in general)]


def _costs(run: Run) -> list[Paragraph]:
    """A paragraph for every transaction time."""
    by_quantity = [_by_transaction(comparisons(run, quantity)) for quantity in (THROUGHPUT, LATENCY)]
    transactions = sorted({transaction for found in by_quantity for transaction in found})
    if not transactions:
        return [Paragraph("No exactly-once cell can be set beside an at-least-once cell to tell its cost.")]
    return [
        Paragraph(
            " ".join(cost_sentence(found[transaction]) for found in by_quantity if transaction in found),
            about=f"Exactly-once with transactions of {transaction:,}{NO_BREAK}ms",
        )
        for transaction in transactions
    ]


def _by_transaction(found: Iterable[Comparison]) -> dict[int, list[Comparison]]:
    together: dict[int, list[Comparison]] = {}
    for comparison in found:
        transaction = transaction_ms(comparison.treatment)
        if transaction is not None:
            together.setdefault(transaction, []).append(comparison)
    return together


def cost_sentence(found: list[Comparison]) -> str:
    """What comparisons of one quantity say together.

    A difference is told as one only where its ratio's interval excludes 1.
    """
    return _one(found[0]) if len(found) == 1 else _several(found)


def _one(comparison: Comparison) -> str:
    quantity, ratio = comparison.quantity, comparison.ratio
    medians = (
        f"{significant(comparison.ours)} against {significant(comparison.baseline)}{NO_BREAK}{quantity.unit}"
    )
    times = f"{significant(ratio.median)} times"
    if comparison.finding is Finding.TOO_FEW:
        return f"{_capital(quantity.words)} was measured at {times} {BASELINE}'s ({medians})."
    evidence = f"{times} {BASELINE}'s (95% interval {interval(ratio.low, ratio.high)}; {medians})"
    if comparison.finding is Finding.NOT_SHOWN:
        return f"No difference in {quantity.words} was shown: {evidence}."
    return f"{_capital(quantity.words)} was {comparison.finding}: {evidence}."


def _several(found: list[Comparison]) -> str:
    ratios = [comparison.ratio.median for comparison in found]
    measured = (
        f"{_capital(found[0].quantity.words)} was measured at {interval(min(ratios), max(ratios))} times "
        f"{BASELINE}'s in {len(found)} comparisons"
    )
    findings = dict.fromkeys(comparison.finding for comparison in found)
    if set(findings) == {Finding.TOO_FEW}:
        return f"{measured}."
    told = [
        f"{finding} {_where([context(c.treatment) for c in found if c.finding is finding], len(found))}"
        for finding in findings
    ]
    return f"{measured}: {'; '.join(told)}."


def _where(contexts: list[str], compared: int) -> str:
    if len(contexts) == compared:
        return "in all of them"
    return f"at {' and '.join(contexts)}" if len(contexts) <= MOST_NAMED else f"in {len(contexts)} of them"


def _extremes(run: Run) -> list[str]:
    """Which treatments had the best medians; nothing where there is no choice."""
    fastest = _medians(run, "throughput")
    promptest = _medians(run, "latency_mean")
    if len(fastest) < 2 or len(promptest) < 2:
        return []
    most, least = max(fastest), min(promptest)
    return [
        f"Of all medians, the highest end-to-end throughput is that of {most[1]} "
        f"({significant(most[0])}{NO_BREAK}MiB/s), and the lowest mean end-to-end latency that of {least[1]} "
        f"({significant(least[0])}{NO_BREAK}ms)."
    ]


def _medians(run: Run, metric: str) -> list[tuple[float, str]]:
    estimates = (
        (run.estimate(t.id, metric, Span.PRODUCER_CONSUMER), full_name(t)) for t in ordered(run.plan)
    )
    return [(estimate.median, name) for estimate, name in estimates if estimate]


def violation_sentence(run: Run) -> str:
    """How many messages were lost, delivered again or out of order, of how many."""
    lost, duplicated, out_of_order = (_number(_total(run, name)) for name in VIOLATIONS)
    return (
        f"Of {count(_total(run, 'acked'))} acknowledged messages {lost} were lost; {duplicated} were "
        f"delivered again, and {out_of_order} came out of order."
    )


def _number(number: int) -> str:
    return count(number) if number else "none"


def _total(run: Run, metric: str) -> int:
    return sum(run.total(treatment.id, metric) or 0 for treatment in run.plan.treatments)


def _completeness(run: Run) -> list[str]:
    planned, measured, compared = len(run.plan.cells), len(run.cells), len(run.compared)
    told = []
    if measured < planned:
        counted = f"{measured:,} of {planned:,} planned cells"
        told.append(f"All this is from {counted}; the others are listed below.")
    if compared < measured:
        told.append(
            f"{measured - compared:,} of the {measured:,} measured cells are invalid, for the reasons listed "
            "below: their messages are counted, and their times and rates are left out."
        )
    return told


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
