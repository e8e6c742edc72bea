"""The mean time of each stage of a message, from creation to receipt, as a bar for each treatment."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import pandas as pd

from include.kinds.grouping import grouped
from include.kinds.metrics.message_stages import STAGES, stage_metric
from include.kinds.metrics.registry import METRICS, Span
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts, Facts
from include.report.pages.chart_layout import Chart, draw, panels_of_rows
from include.report.pages.palette import PARTS, Look
from include.report.pages.panel import FONT_SIZE, Bar, Panel
from include.report.pages.table import ItemColumn, Table, number
from include.report.pages.wording import NO_BREAK, enumerated, interval, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatment_table import median_column, treatment_table
from include.report.treatments.names import (
    context,
    dagger,
    dagger_notes,
    full_name,
    ordered_treatments,
    short_name,
)
from include.verdicts.comparison.median_interval import estimate

ROOM_FOR_LABEL = 1.12
"""The length of the axis as a multiple of the longest bar. The additional length is for the number after the
bar."""

COLOURS = dict(zip(STAGES, PARTS, strict=False))

MOST_NAMED = 8
"""The maximum number of treatments for the sentence about the longest stages. With more treatments there is
no sentence."""

HOW_TO_READ = (
    "The bars are divided at the times that were recorded for each message. A time after the receipt, such "
    "as that of a late acknowledgement, is replaced by the time of the receipt, so that the stages add up to "
    "the latency."
)

NOTES = (
    "The table covers messages after the lead-in that were sent once, acknowledged, committed if they are in "
    "a transaction, and received. Means are over the messages of a cell and then over the valid cells; they "
    "add up to the mean latency of these messages from producer to consumer. Medians and 95th percentiles "
    "(p95) are those of a cell, and then the median over the valid cells; they do not add up, because they "
    "belong to different messages.",
)


class MeanStages(NamedTuple):
    """The mean times of a treatment's stages, in the cells in which all stages were recorded.

    ``cells`` has a row for each cell, and a column for each stage of the treatment. Each value is a mean in
    ms over the messages of a cell.
    """

    treatment: Treatment
    cells: pd.DataFrame

    @property
    def means(self) -> dict[str, float]:
        """The mean time of each stage over the cells, in ms. The means add up to ``whole``."""
        return {str(stage): float(mean) for stage, mean in self.cells.mean().items()}

    @property
    def whole(self) -> float:
        """The mean time of all stages together in ms."""
        return sum(self.means.values())

    @property
    def longest(self) -> str:
        """The stage with the highest mean."""
        return max(self.means, key=lambda stage: self.means[stage])


def in_words(stage: str) -> str:
    """The name of a stage for legends, tables and sentences."""
    return stage.replace("hand_over", "hand-over").replace("_", " ")


def occurring(all_means: Iterable[MeanStages]) -> list[str]:
    """The stages that at least one treatment has, in the order of ``STAGES``."""
    names = {stage for means in all_means for stage in means.means}
    return [stage for stage in STAGES if stage in names]


def mean_stages(run: MeasuredRun, treatment: Treatment) -> MeanStages | None:
    """The mean time of each stage in a treatment's cells; None if no hand-over to the client was recorded."""
    columns = {stage: run.repetitions(treatment.id, stage_metric(stage, "mean")) for stage in STAGES}
    table = pd.DataFrame({stage: values for stage, values in columns.items() if len(values)}).dropna()
    return MeanStages(treatment, table) if len(table) and "hand_over" in table else None


def _all_means(run: MeasuredRun) -> list[MeanStages]:
    all_means = (mean_stages(run, treatment) for treatment in ordered_treatments(run.plan))
    return [means for means in all_means if means]


def _build(run: MeasuredRun) -> ReportSection:
    all_means = _all_means(run)
    panels = grouped(all_means, lambda means: context(means.treatment))
    name = short_name if len(panels) == 1 else full_name
    return section(
        "stages",
        "Where the time goes",
        _sentence(all_means, name) if len(all_means) <= MOST_NAMED else "",
        Charts([stage_chart(panels)], HOW_TO_READ),
        Facts(
            [(in_words(stage), _definition(stage)) for stage in occurring(all_means)], are_definitions=True
        ),
        _stage_table(run, all_means),
    )


def _definition(stage: str) -> str:
    return METRICS[stage_metric(stage, "mean")].definition


def _sentence(all_means: list[MeanStages], name: Callable[[Treatment], str]) -> str:
    """A sentence on the longest stage of each treatment, and on the share of this stage in the latency."""
    stages = []
    for stage, group in grouped(all_means, lambda means: means.longest).items():
        shares = [f"{name(means.treatment)} ({_share(means)})" for means in group]
        stages.append(f"the {in_words(stage)} with {enumerated(shares)}")
    return f"The stage of a message with the longest mean is {'; '.join(stages)}."


def _share(means: MeanStages) -> str:
    """The share of the longest stage in the mean latency: the median over the cells, and its interval."""
    share = estimate((100 * means.cells[means.longest] / means.cells.sum(axis=1)).tolist())
    between = f", 95% interval {interval(share.low, share.high)}" if share.ends else ""
    return f"{significant(share.median)}{NO_BREAK}%{between}, of {significant(means.whole)}{NO_BREAK}ms"


def _stage_table(run: MeasuredRun, all_means: list[MeanStages]) -> Table:
    by_treatment = {means.treatment.id: means for means in all_means}

    def mean(stage: str) -> ItemColumn[Treatment]:
        return number(
            "mean",
            lambda treatment: significant(by_treatment[treatment.id].means.get(stage)),
            in_words(stage),
        )

    columns = []
    for stage in occurring(all_means):
        columns.append(mean(stage))
        for which, title in (("p50", "median"), ("p95", "p95")):
            columns.append(median_column(run, stage_metric(stage, which), title, in_words(stage)))
    columns.append(number("mean", lambda treatment: significant(by_treatment[treatment.id].whole), "all"))
    caption = "Latency from producer to consumer by stage, ms"
    return treatment_table(
        run, "stages-table", caption, columns, NOTES, lambda treatment: treatment.id in by_treatment
    )


def stage_chart(panels: Mapping[str, list[MeanStages]]) -> Chart:
    """A chart with a panel for each context. The name of the context is the title of the panel."""
    all_means = [means for means_of_panel in panels.values() for means in means_of_panel]

    def name(treatment: Treatment) -> str:
        return short_name(treatment) + dagger(treatment, Span.PRODUCER_BROKER)

    rows = [
        (title if len(panels) > 1 else "", [name(means.treatment) for means in means_of_panel])
        for title, means_of_panel in panels.items()
    ]
    drawing = panels_of_rows(rows, 40)
    longest = max(means.whole for means in all_means) or 1
    drawing.panels[0].axes.set_xlim(0, longest * ROOM_FOR_LABEL)
    for stage in occurring(all_means):
        drawing.name(in_words(stage), Look(COLOURS[stage], "s"), has_line=False)
    for panel, means_of_panel in zip(drawing.panels, panels.values(), strict=True):
        for row, means in enumerate(means_of_panel):
            _draw_stages(panel, row, means)
            panel.write(
                means.whole + longest / 100, row, significant(means.whole), size=FONT_SIZE, weight="bold"
            )
    notes = dagger_notes([means.treatment for means in all_means])
    return draw("stages-chart", "Mean latency from producer to consumer by stage, ms", drawing, *notes)


def _draw_stages(panel: Panel, row: int, means: MeanStages) -> None:
    start = 0.0
    for stage in occurring([means]):
        mean = means.means[stage]
        title = f"{in_words(stage)}: {significant(mean)} ms"
        bar = Bar(row, start, start + mean, title, significant(mean, 2))
        panel.bars([bar], COLOURS[stage], thickness=0.62)
        start += mean


RECORD = SectionRecord("stages", lambda run: bool(_all_means(run)), _build, Question.COST)
