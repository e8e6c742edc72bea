"""What each guarantee costs: the answer, and the differences from the reference with their intervals."""

from collections.abc import Sequence

from include.matrix.plan import Treatment
from include.rendering.blocks import Block, Charts, with_rows
from include.rendering.chart import Chart, draw
from include.rendering.drawing import panels_of_rows
from include.rendering.number_format import DASH, significant
from include.rendering.panel import Panel
from include.rendering.svg import Mark
from include.rendering.table import Table
from include.rendering.words import capitalised
from include.report.cell_links import treatment_link
from include.report.cost_differences import CostDifference, cost_differences
from include.report.cost_wording import WORDS, compared, corrected, ends, figure, with_interval
from include.report.measured_run import MeasuredRun
from include.report.sections.cost.sentences import cost_paragraphs
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.tables import TREATMENT, ItemColumn, number, treatment_table
from include.report.treatments.names import context, load_phrase, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity
from include.verdicts.paired_differences import Kind

FIRST_CHARTS = 2
"""How many charts stand in the answer: those of the throughput, and of the latency."""

NOTE = (
    "Medians are over the valid cells; a difference or a ratio is the (for a ratio, geometric) mean over "
    "pairs of cells of the same block, or over the means of the starts of the brokers where there are "
    "several, without the lowest and the highest tenth where there are ten. It need not be the difference of "
    "the medians. In brackets is its 95% interval by itself; with a probability of at least 95% all "
    "corrected intervals contain the true value (Bonferroni). Both are Student's: from six pairs, no "
    "corrected interval can be computed that assumes no distribution."
)

ROW_PIXELS = 34

HOW_TO_READ = (
    "Markers are the differences from the reference, or the ratios to it; thick bars are 95% intervals, and "
    "thin bars the corrected intervals. Where a thin bar crosses the vertical line, no difference is shown."
)


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment was measured that is on no ladder of rates: the section ``frontier`` has those."""
    return not all(treatment.is_on_ladder for treatment in run.plan.treatments)


def _build(run: MeasuredRun) -> ReportSection:
    all_costs = cost_differences(run)
    elsewhere = [cost for cost in all_costs if cost.treatment.is_on_ladder]
    costs = [cost for cost in all_costs if not cost.treatment.is_on_ladder]
    charts = _cost_charts(run, costs)
    return ReportSection(
        id="costs",
        title="Costs",
        blocks=[*_charts(charts[FIRST_CHARTS:]), *with_rows(_cost_table(run, costs))],
        answer=cost_paragraphs(costs, len(compared(elsewhere))),
        evidence=_charts(charts[:FIRST_CHARTS]),
    )


def _charts(charts: Sequence[Chart]) -> list[Block]:
    return [Charts(charts, HOW_TO_READ)] if charts else []


def _cost_table(run: MeasuredRun, costs: Sequence[CostDifference]) -> Table:
    treatment_ids = {treatment.id for cost in costs for treatment in (cost.treatment, cost.reference)}
    columns = [TREATMENT]
    for quantity in dict.fromkeys(cost.quantity for cost in costs):
        columns += _columns(quantity, costs)
    caption = "Costs, beside the reference"
    return treatment_table(
        run, "cost-table", caption, columns, [NOTE], lambda treatment: treatment.id in treatment_ids
    )


def _columns(quantity: Quantity, costs: Sequence[CostDifference]) -> list[ItemColumn[Treatment]]:
    treatment_ids = {cost.treatment.id for cost in costs}
    of_quantity = [cost for cost in costs if cost.quantity == quantity]
    by_treatment = {cost.treatment.id: cost for cost in of_quantity}
    references = {cost.reference.id: cost for cost in of_quantity if cost.reference.id not in treatment_ids}
    compared_costs = {
        name: cost for name, cost in by_treatment.items() if cost.difference.estimate is not None
    }

    def median(treatment: Treatment) -> str:
        if treatment.id in references:
            return significant(references[treatment.id].reference_value)
        return significant(by_treatment[treatment.id].value) if treatment.id in by_treatment else DASH

    def difference(treatment: Treatment) -> str:
        if treatment.id in references:
            return "reference"
        if treatment.id not in compared_costs:
            return DASH
        paired = compared_costs[treatment.id].difference
        return f"{figure(paired.estimate, quantity)} ({ends(paired.low, paired.high, quantity)})"

    def corrected_interval(treatment: Treatment) -> str:
        return corrected(compared_costs[treatment.id]) if treatment.id in compared_costs else DASH

    title = f"{quantity.words}, {quantity.unit}"
    how = "difference" if quantity.kind is Kind.DIFFERENCE else "ratio"
    return [
        number("median", median, title),
        number(how, difference, title),
        number("corrected interval", corrected_interval, title),
    ]


def _cost_charts(run: MeasuredRun, costs: Sequence[CostDifference]) -> list[Chart]:
    compared_costs = [cost for cost in costs if cost.difference.estimate is not None]
    by_quantity = {
        quantity: [cost for cost in compared_costs if cost.quantity == quantity] for quantity in WORDS
    }
    return [
        _chart(run, quantity, of_quantity) for quantity, of_quantity in by_quantity.items() if of_quantity
    ]


def _chart(run: MeasuredRun, quantity: Quantity, costs: list[CostDifference]) -> Chart:
    drawing = panels_of_rows([("", _names(costs))], ROW_PIXELS)
    (panel,) = drawing.panels
    panel.reference(quantity.kind.neutral, along="x")
    for row, cost in enumerate(costs):
        _draw_row(panel, run, cost, row)
    return draw(f"chart-cost-{quantity.column.replace('_', '-')}", _caption(quantity, costs), drawing)


def _caption(quantity: Quantity, costs: list[CostDifference]) -> str:
    reference = costs[0].reference.settings.label
    if quantity.kind is Kind.DIFFERENCE:
        return f"{capitalised(quantity.words)}: difference from {reference}, {quantity.unit}"
    return f"{capitalised(quantity.words)}: ratio to {reference}"


def _names(costs: list[CostDifference]) -> list[str]:
    has_contexts = len({context(cost.treatment) for cost in costs}) > 1
    return [
        f"{short_name(cost.treatment)}, {context(cost.treatment)}"
        if has_contexts
        else short_name(cost.treatment)
        for cost in costs
    ]


def _draw_row(panel: Panel, run: MeasuredRun, cost: CostDifference, row: int) -> None:
    look, difference = semantics_look(cost.treatment), cost.difference
    title = (
        f"{short_name(cost.treatment)}, {load_phrase(cost.treatment)}\n{WORDS[cost.quantity].noun}: "
        f"{with_interval(cost)}\n{difference.pairs} pairs"
    )
    bars = (
        (difference.low_corrected, difference.high_corrected, 1.5, 5.0),
        (difference.low, difference.high, 5.0, 0.0),
    )
    for low, high, width, cap in bars:
        if low is not None and high is not None:
            panel.intervals([row], [(low, high)], look, "x", width, cap)
    mark = Mark(title, treatment_link(run, cost.treatment.id))
    panel.markers([difference.estimate or 0], [row], look, [mark], size=11)


RECORD = SectionRecord("cost", applies, _build, Question.COST)
