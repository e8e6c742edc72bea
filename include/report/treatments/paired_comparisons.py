"""Comparisons of two treatments, in pairs of cells of the same block, and the resulting findings."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, number
from include.report.pages.wording import interval, significant, with_interval
from include.verdicts.compared_quantities import kind_of
from include.verdicts.comparison.compare import Difference, Finding, compare_together

Item = TypeVar("Item")


TreatmentPair = tuple[Treatment, Treatment, str]
"""A treatment, its reference, and the column of ``results/cells`` in which they are compared."""


def compared(
    run: MeasuredRun, items: Iterable[Item], pair_of: Callable[[Item], TreatmentPair]
) -> list[tuple[Item, Difference]]:
    """Each item with its comparison, corrected for the number of comparisons.

    A pair that several items share is compared once. Latencies are compared by their difference in ms,
    everything else by its ratio.
    """
    pairs = [(item, pair_of(item)) for item in items]
    distinct = list(dict.fromkeys(both for _, both in pairs))
    differences = compare_together(
        [
            run.pairs_of(treatment.id, reference.id, column, kind_of(column))
            for treatment, reference, column in distinct
        ]
    )
    by_pair = dict(zip(distinct, differences, strict=True))
    return [(item, by_pair[both]) for item, both in pairs]


def not_shown_clause(difference: Difference) -> str:
    """The clause that says that no difference is shown; empty for any other finding.

    In a sentence, the clause follows an uncorrected interval. Without the clause, this interval could suggest
    a difference that the corrected interval does not show.
    """
    return ", which shows no difference after correction" if difference.finding is Finding.NOT_SHOWN else ""


def in_words(difference: Difference) -> str:
    """An estimate and its 95% interval, as text; a dash if there are too few pairs."""
    return with_interval(difference.estimate, difference.low, difference.high, "95% interval ")


def difference_columns(
    difference: Callable[[Item], Difference], title: str = "ratio", shared_title: str = ""
) -> list[ItemColumn[Item]]:
    """Three columns: the estimate of a comparison, its interval, and its corrected interval."""

    def corrected(item: Item) -> str:
        return interval(difference(item).low_corrected, difference(item).high_corrected)

    return [
        number(title, lambda item: significant(difference(item).estimate), shared_title),
        number(
            "95% interval", lambda item: interval(difference(item).low, difference(item).high), shared_title
        ),
        number("corrected", corrected, shared_title),
    ]
