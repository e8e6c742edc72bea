"""Whether the order of the cells changed what was measured."""

from collections.abc import Iterator

from include.rendering.blocks import paragraphs
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column, Row, plain_table
from include.rendering.words import capitalised
from include.report.cell_order import QuantityByOrder, corrected_level, quantities_by_order
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.verdicts.order_effects import OrderEffect

COLUMNS = (
    Column("Quantity", numeric=False),
    Column("last to first", "Position in the block"),
    Column("95% interval", "Position in the block"),
    Column("p", "Position in the block"),
    Column("highest to lowest", "Treatment of the cell before"),
    Column("p", "Treatment of the cell before"),
)

NOTE = (
    "Ratios that the order of the cells explains beside treatments and blocks, by analysis of covariance "
    "of the logarithms, and the probability of one at least so large by chance. * Significant if all of "
    "these probabilities are judged together (Bonferroni). The order within a block is random, so that such "
    "an effect widens the intervals, and favours no treatment on average."
)


def applies(run: MeasuredRun) -> bool:
    """Whether there are enough blocks of several treatments to tell."""
    return bool(quantities_by_order(run))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    measured = quantities_by_order(run)
    level = corrected_level(measured)
    rows = (_row(one, level) for one in measured)
    table = plain_table("order-effects", "What the order of the cells explains", COLUMNS, rows, [NOTE])
    return ReportSection(
        "order", "Order of the cells", [table], answer=paragraphs(order_sentences(measured, level))
    )


def order_sentences(measured: list[QuantityByOrder], level: float) -> Iterator[str]:
    """A sentence for each significant effect."""
    for one in measured:
        name = capitalised(one.quantity.words)
        if (found := one.position) and found.p_value <= level:
            yield (
                f"{name} depended on the position of a cell in its block: by a linear fit, in the last "
                f"position it was {significant(found.ratio)} times as high as in the first (95% interval "
                f"{interval(found.low, found.high)})."
            )
        if (found := one.before) and found.p_value <= level:
            yield (
                f"{name} depended on the treatment of the cell before: after the treatment with the highest "
                f"effect it was {significant(found.ratio)} times as high as after that with the lowest."
            )


def _row(one: QuantityByOrder, level: float) -> Row:
    position, before = one.position, one.before
    cells = (
        one.quantity.words,
        significant(position.ratio) if position else DASH,
        interval(position.low, position.high) if position else DASH,
        _p_text(position, level),
        significant(before.ratio) if before else DASH,
        _p_text(before, level),
    )
    return Row(cells)


def _p_text(effect: OrderEffect | None, level: float) -> str:
    if effect is None:
        return DASH
    text = "< 0.001" if effect.p_value < 0.001 else significant(effect.p_value, 2)
    return f"{text} *" if effect.p_value <= level else text


RECORD = SectionRecord("order_effects", applies, build)
