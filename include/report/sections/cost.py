"""The section about costs: sentences, charts and a table of how each treatment differs from its reference."""

from collections.abc import Iterable, Iterator, Sequence

from include.kinds.grouping import grouped
from include.report.cost_differences import (
    DIFFERENCE_COLUMNS,
    QUANTITY,
    WORDS,
    CostDifference,
    beside,
    cost_differences,
    effect,
    figure,
    reading,
)
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts, Paragraph
from include.report.pages.chart_layout import Chart, draw, panels_of_rows
from include.report.pages.matplotlib_svg import Mark
from include.report.pages.panel import Panel
from include.report.pages.table import grouped_table
from include.report.pages.wording import NO_BREAK, capitalised, enumerated, number_word, percent
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatment_chart import treatment_link
from include.report.treatments.names import (
    context,
    full_name,
    load_phrase,
    name_phrase,
    semantics_look,
    semantics_order,
    short_name,
)
from include.verdicts.compared_quantities import Quantity
from include.verdicts.comparison.decide import Relevance, relevance
from include.verdicts.comparison.samples import FEWEST_PAIRS, Kind

NOTHING_TO_COMPARE = (
    "No costs are compared, because no treatment has a reference. A treatment and its reference differ only "
    "in the factors that the experiment names under `reference` (by default the semantics, at-least-once)."
)

FIRST_CHARTS = 2
"""The number of charts in the answer. These charts show the first compared quantities of ``WORDS``."""

NOTE = (
    "Medians are over the valid cells. A difference or ratio is the Hodges-Lehmann estimate over pairs of "
    "cells of the same block, which single bad cells do not move. With several starts of the brokers, the "
    "mean of each start is used instead of its pairs. The 95% interval is that of a single comparison; with "
    "a probability of at least 95%, all corrected intervals contain the true value (Bonferroni). Both are "
    "exact (of the signed-rank test) where there are enough pairs; with fewer, they are the range of the "
    "pairs, widened by the ratio of Student's quantiles."
)

HOW_TO_READ = (
    "Markers are the differences from the reference, or the ratios to it; thick bars are 95% intervals, and "
    "thin bars the corrected intervals. Where a thin bar crosses the vertical line, no difference is shown."
)


def cost_paragraphs(costs: Sequence[CostDifference]) -> list[Paragraph]:
    """A paragraph for each treatment name, the strongest semantics first.

    Further paragraphs name what is not compared, and give the reasons.
    """
    if not costs:
        return [Paragraph(NOTHING_TO_COMPARE)]
    compared_costs = [cost for cost in costs if cost.is_compared]
    in_order = sorted(compared_costs, key=lambda cost: semantics_order(cost.treatment), reverse=True)
    by_name = grouped(in_order, lambda cost: name_phrase(cost.treatment))
    return [*map(_paragraph, by_name.values()), *map(Paragraph, [*_left_out(costs), *_remarks(costs)])]


def _paragraph(costs: list[CostDifference]) -> Paragraph:
    treatments = _by_treatment(costs)
    findings = list(dict.fromkeys(_finding(group) for group in treatments))
    name = name_phrase(costs[0].treatment)
    subject = f"{name}, by setting" if len(findings) > 1 else findings[0]
    sentences = [_size(group, is_first=group is treatments[0]) for group in treatments]
    if len(treatments) == 1:
        clauses = "; ".join(filter(None, map(_importance, treatments[0])))
        sentences.append(f"{capitalised(clauses)}." if clauses else "")
    return Paragraph(" ".join(filter(None, sentences)), capitalised(subject))


def _by_treatment(costs: Iterable[CostDifference]) -> list[list[CostDifference]]:
    return list(grouped(costs, lambda cost: cost.treatment.id).values())


def _finding(costs: Iterable[CostDifference]) -> str:
    """The finding on a treatment: ``slower, no difference in CPU shown``."""
    phrases, not_shown = [], []
    for cost in costs:
        words = WORDS[cost.quantity]
        if not cost.difference.differs:
            not_shown.append(words.noun)
        else:
            phrases.append(words.more if cost.is_more else words.less)
    if not_shown:
        phrases.append(f"no difference in {' or '.join(not_shown)} shown")
    return ", ".join(phrases)


def _size(costs: list[CostDifference], *, is_first: bool) -> str:
    """``At 2,000 messages/s of 1 KiB: … adds … to … and takes … the brokers' CPU.``"""
    treatment = costs[0].treatment
    name = name_phrase(treatment) if is_first else "it"
    return f"{capitalised(load_phrase(treatment))}: {name} {enumerated([effect(cost) for cost in costs])}."


def _importance(cost: CostDifference) -> str:
    """A clause on whether the difference matters; empty if this cannot be decided.

    Example: ``the difference in latency matters (at-least-once has 16 ms)``.
    """
    noun = WORDS[cost.quantity].noun
    which = "the" if cost.difference.differs else "any"
    match relevance(cost.difference, cost.reference_value):
        case Relevance.MATTERS:
            clause = f"the difference in {noun} matters"
        case Relevance.NEGLIGIBLE:
            clause = f"{which} difference in {noun} is too small to matter"
        case Relevance.OPEN if cost.difference.differs:
            clause = f"whether the difference in {noun} matters is open"
        case Relevance.OPEN:
            clause = f"a difference in {noun} of up to {_bound(cost)} remains possible"
        case _:
            return ""
    return clause + _beside(cost)


def _bound(cost: CostDifference) -> str:
    """The largest difference inside the corrected interval, as text."""
    ends = [
        abs(end - cost.difference.kind.neutral)
        for end in (cost.difference.low_corrected, cost.difference.high_corrected)
        if end
    ]
    if cost.difference.kind is Kind.RATIO:
        return percent(max(ends))
    return f"{figure(max(ends), cost.quantity)}{NO_BREAK}{cost.quantity.unit}"


def _beside(cost: CostDifference) -> str:
    if cost.difference.kind is Kind.RATIO:
        return ""
    value = figure(cost.reference_value, cost.quantity)
    return f" ({name_phrase(cost.reference)} has {value}{NO_BREAK}{cost.quantity.unit})"


def _left_out(costs: Iterable[CostDifference]) -> Iterator[str]:
    names: dict[str, list[str]] = {}
    for group in _by_treatment(costs):
        treatment = group[0].treatment
        name = f"{name_phrase(treatment)} ({load_phrase(treatment)})"
        if not any(cost.is_compared for cost in group):
            names.setdefault(_reason(group), []).append(name)
        elif refused_costs := [cost for cost in group if cost.not_compared]:
            names.setdefault(_reason(refused_costs), []).append(f"the latency of {name}")
    for reason, left_out in names.items():
        distinct = list(dict.fromkeys(left_out))
        verb = "is" if len(distinct) == 1 else "are"
        yield f"{capitalised(enumerated(distinct))} {verb} not compared: {reason}."


def _remarks(costs: Iterable[CostDifference]) -> Iterator[str]:
    """Yield a sentence for each remark: a rate that was not held."""
    by_remark = grouped((cost for cost in costs if cost.remark), lambda cost: cost.remark)
    for remark, limited in by_remark.items():
        names = enumerated(list(dict.fromkeys(full_name(cost.treatment) for cost in limited)))
        yield f"The latency of {names} grows with the length of the cells: {remark}."


def _reason(costs: Sequence[CostDifference]) -> str:
    pairs = max(cost.difference.pairs for cost in costs)
    few = f"is {number_word(pairs)} pair" if pairs == 1 else f"are {number_word(pairs)} pairs"
    shortage = f"{few} of valid cells of the same block, and {FEWEST_PAIRS} are needed"
    return costs[0].not_compared or f"there {shortage}"


def _build(run: MeasuredRun) -> ReportSection:
    costs = [cost for cost in cost_differences(run) if not cost.treatment.is_on_ladder]
    compared_costs = [cost for cost in costs if cost.is_compared]
    by_quantity = grouped(compared_costs, lambda cost: cost.quantity)
    charts = [_chart(run, quantity, by_quantity[quantity]) for quantity in WORDS if quantity in by_quantity]
    by_treatment = grouped(
        costs, lambda cost: f"{full_name(cost.treatment)}, beside {short_name(cost.reference)}"
    )
    table = grouped_table(
        "cost-table",
        "Costs, beside the reference",
        [QUANTITY, *DIFFERENCE_COLUMNS],
        by_treatment.items(),
        [NOTE],
        lambda cost: semantics_look(cost.treatment),
    )
    return section(
        "costs",
        "Costs",
        Charts(charts[FIRST_CHARTS:], HOW_TO_READ),
        table,
        answer=[*cost_paragraphs(costs), *reading(run, compared_costs)],
        evidence=[Charts(charts[:FIRST_CHARTS], HOW_TO_READ)],
    )


def _chart(run: MeasuredRun, quantity: Quantity, costs: list[CostDifference]) -> Chart:
    has_contexts = len({context(cost.treatment) for cost in costs}) > 1
    name = full_name if has_contexts else short_name
    drawing = panels_of_rows([("", [name(cost.treatment) for cost in costs])])
    (panel,) = drawing.panels
    panel.reference(quantity.kind.neutral, along="x")
    for row, cost in enumerate(costs):
        _draw_row(panel, run, cost, row)
    identity = f"chart-cost-{quantity.column.replace('_', '-')}"
    caption = f"{capitalised(quantity.words)}: {beside(costs[0].reference, quantity)}"
    return draw(identity, caption, drawing)


def _draw_row(panel: Panel, run: MeasuredRun, cost: CostDifference, row: int) -> None:
    look, difference = semantics_look(cost.treatment), cost.difference
    title = (
        f"{short_name(cost.treatment)}, {load_phrase(cost.treatment)}\n{WORDS[cost.quantity].noun}: "
        f"{cost.in_words}\n{difference.pairs} pairs"
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


def applies(run: MeasuredRun) -> bool:
    """Whether the plan has a treatment that is not on a ladder of rates.

    The section ``frontier`` shows the ladders.
    """
    return not all(treatment.is_on_ladder for treatment in run.plan.treatments)


RECORD = SectionRecord("cost", applies, _build, Question.COST)
