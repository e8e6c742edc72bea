"""What a semantics costs against at-least-once, paired by block."""

from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate, estimate, with_interval
from include.rendering.number_format import DASH
from include.rendering.table import Column, Row, Table
from include.report.run import Run
from include.report.treatments import (
    DAGGER_NOTE,
    acknowledges_itself,
    by_context,
    dagger,
    grouped,
    semantics,
    semantics_look,
    short_name,
)

BASELINE = "at-least-once"


@dataclass(frozen=True)
class Quantity:
    """Something that has a cost: a metric of a span, and how prose calls it."""

    metric: str
    span: Span
    words: str
    unit: str

    @property
    def column(self) -> str:
        """Its column among the cells."""
        return f"{self.span.column}_{self.metric}"


QUANTITIES = (
    Quantity("throughput", Span.PRODUCER_CONSUMER, "end-to-end throughput", "MiB/s"),
    Quantity("latency_mean", Span.PRODUCER_CONSUMER, "mean end-to-end latency", "ms"),
    Quantity("throughput", Span.PRODUCER_BROKER, "producer-broker throughput", "MiB/s"),
    Quantity("latency_mean", Span.PRODUCER_BROKER, "mean acknowledgement latency", "ms"),
)


class Finding(StrEnum):
    """What a ratio's interval allows to say."""

    LOWER = "lower"
    HIGHER = "higher"
    NOT_SHOWN = "no difference shown"
    TOO_FEW = "too few repetitions to tell"


@dataclass(frozen=True)
class Comparison:
    """A treatment against the at-least-once treatment of the same context, for one quantity.

    ``ratio`` is the median of the ratios within a block: drift of the machine falls on both alike.
    """

    treatment: Treatment
    quantity: Quantity
    ratio: Estimate
    ours: float
    baseline: float

    @property
    def finding(self) -> Finding:
        """What its interval allows to say."""
        return finding(self.ratio)


def finding(ratio: Estimate) -> Finding:
    """A difference only where the whole interval of a ratio lies on one side of 1."""
    if ratio.low is None or ratio.high is None:
        return Finding.TOO_FEW
    if ratio.high < 1:
        return Finding.LOWER
    return Finding.HIGHER if ratio.low > 1 else Finding.NOT_SHOWN


def ratio_by_block(ours: "pd.Series[float]", baseline: "pd.Series[float]") -> Estimate | None:
    """The median ratio over the blocks that have both; None where no block has.

    Blocks in which either is not above zero are left out: a ratio says nothing of them.
    """
    both = pd.concat({"ours": ours, "baseline": baseline}, axis=1, join="inner")
    both = both[(both["ours"] > 0) & (both["baseline"] > 0)]
    ratios = (both["ours"] / both["baseline"]).tolist()
    return estimate(ratios) if ratios else None


def comparisons(run: Run, quantity: Quantity) -> list[Comparison]:
    """Every treatment that can be compared with its context's at-least-once, in order."""
    found = []
    for treatments in by_context(run.plan).values():
        baseline = next((t for t in treatments if semantics(t) == BASELINE), None)
        if baseline is not None:
            found += [_compare(run, t, baseline, quantity) for t in treatments if t is not baseline]
    return [comparison for comparison in found if comparison is not None]


def _compare(run: Run, treatment: Treatment, baseline: Treatment, quantity: Quantity) -> Comparison | None:
    ratio = ratio_by_block(
        run.repetitions(treatment.id, quantity.column), run.repetitions(baseline.id, quantity.column)
    )
    ours = run.estimate(treatment.id, quantity.metric, quantity.span)
    theirs = run.estimate(baseline.id, quantity.metric, quantity.span)
    if ratio is None or ours is None or theirs is None:
        return None
    return Comparison(treatment, quantity, ratio, ours.median, theirs.median)


def cost_table(run: Run) -> Table:
    """Every treatment's ratios to at-least-once, with their intervals."""
    found = {(c.treatment.id, c.quantity): c for quantity in QUANTITIES for c in comparisons(run, quantity)}
    columns = (Column("Treatment", numeric=False), *(Column(quantity.words) for quantity in QUANTITIES))
    notes = [
        "Ratio to at-least-once of the same block: median over the blocks, and its 95% interval in brackets. "
        "Below 1 is less. An interval that includes 1 shows no difference. Each stands alone: of twenty, one "
        "may miss."
    ]
    if any(acknowledges_itself(comparison.treatment) for comparison in found.values()):
        notes.append(DAGGER_NOTE)
    groups = grouped(run.plan, lambda treatment: _row(treatment, found))
    return Table("cost-table", "Ratio to at-least-once", columns, groups, tuple(notes))


def _row(treatment: Treatment, found: dict[tuple[str, Quantity], Comparison]) -> Row | None:
    of_it = [found.get((treatment.id, quantity)) for quantity in QUANTITIES]
    if not any(of_it):
        return None
    cells = [_cell(comparison) for comparison in of_it]
    return Row((short_name(treatment), *cells), semantics_look(treatment))


def _cell(comparison: Comparison | None) -> str:
    if comparison is None:
        return DASH
    return with_interval(comparison.ratio) + dagger(comparison.treatment, comparison.quantity.span)
