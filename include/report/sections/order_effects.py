"""Whether the order of the cells changed what was measured."""

from collections.abc import Iterator

from include.rendering.table import ItemColumn, number, table_of, words
from include.rendering.wording import DASH, capitalised, interval, significant
from include.report.cell_order_effects import QuantityByOrder, corrected_level, quantities_by_order
from include.report.measured_run import MeasuredRun
from include.report.sections.section import ReportSection, SectionRecord, section
from include.verdicts.order_effects import OrderEffect

NOTE = (
    "The ratios are the effects of the order of the cells, in addition to the effects of treatments and "
    "blocks (analysis of covariance of the logarithms). The p is the probability that chance alone causes a "
    "ratio at least as large. * means: significant after correction for all these tests (Bonferroni). The "
    "order within a block is random; therefore such an effect widens the intervals, but favours no treatment "
    "on average."
)


def _build(run: MeasuredRun) -> ReportSection:
    quantities = quantities_by_order(run)
    level = corrected_level(quantities)
    caption = "Effects of the order of the cells"
    table = table_of("order-effects", caption, _columns(level), quantities, [NOTE])
    return section("order", "Order of the cells", table, answer=order_sentences(quantities, level))


def order_sentences(quantities: list[QuantityByOrder], level: float) -> Iterator[str]:
    """A sentence for each significant effect."""
    for quantity in quantities:
        name = capitalised(quantity.quantity.words)
        if (effect := quantity.position) and effect.p_value <= level:
            yield (
                f"{name} depended on the position of a cell in its block: by a linear fit, in the last "
                f"position it was {significant(effect.ratio)} times as high as in the first (95% interval "
                f"{interval(effect.low, effect.high)})."
            )
        if (effect := quantity.before) and effect.p_value <= level:
            yield (
                f"{name} depended on the treatment of the previous cell: after the treatment with the "
                f"highest effect, it was {significant(effect.ratio)} times as high as after the treatment "
                "with the lowest effect."
            )


def _columns(level: float) -> list[ItemColumn[QuantityByOrder]]:
    position, before = "Position in the block", "Treatment of the previous cell"
    return [
        words("Quantity", lambda item: item.quantity.words),
        number("last to first", lambda item: _ratio(item.position), position),
        number(
            "95% interval",
            lambda item: interval(item.position.low, item.position.high) if item.position else DASH,
            position,
        ),
        number("p", lambda item: _p_text(item.position, level), position),
        number("highest to lowest", lambda item: _ratio(item.before), before),
        number("p", lambda item: _p_text(item.before, level), before),
    ]


def _ratio(effect: OrderEffect | None) -> str:
    return significant(effect.ratio if effect else None)


def _p_text(effect: OrderEffect | None, level: float) -> str:
    if effect is None:
        return DASH
    text = "< 0.001" if effect.p_value < 0.001 else significant(effect.p_value, 2)
    return f"{text} *" if effect.p_value <= level else text


RECORD = SectionRecord("order_effects", lambda run: bool(quantities_by_order(run)), _build)
