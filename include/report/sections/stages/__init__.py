"""Where the time of a message goes, from its creation to its receipt: a bar of stages for each treatment."""

from include.matrix.plan import Treatment
from include.metrics.stages import STAGES, column_of
from include.rendering.blocks import Charts, Definitions, Paragraph
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.table import Table
from include.rendering.words import enumerated
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.sections.stages.mean_stages import MeanStages, in_words, mean_stages, occurring
from include.report.sections.stages.stage_chart import stage_chart
from include.report.tables import TREATMENT, ItemColumn, median_column, number, treatment_table
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import context, full_name, ordered_treatments, short_name

MOST_NAMED = 8
"""The sentence is left out where it would have to name more treatments than this."""

HOW_TO_READ = (
    "The bars are divided at the moments that were recorded for each message. A moment after the receipt, as "
    "an acknowledgement may be, counts as the receipt, so that the stages add up to the latency."
)

NOTES = (
    "Of messages after the lead-in that were sent once, acknowledged, committed if they are in a "
    "transaction, and received. Means are over the messages of a cell and then over the valid cells; they "
    "add up to the mean latency of these messages from producer to consumer. Medians and 95th percentiles "
    "(p95) are those of a cell, and then the median over the valid cells; they do not add up, because they "
    "belong to different messages.",
)


def _build(run: MeasuredRun) -> ReportSection:
    found = _found(run)
    panels = grouped(found, lambda stages: context(stages.treatment))
    said = [Paragraph(sentence(found))] if len(found) <= MOST_NAMED else []
    charts = Charts([stage_chart(panels)], HOW_TO_READ)
    definitions = Definitions([(in_words(stage), STAGES[stage]) for stage in occurring(found)])
    return ReportSection(
        "stages", "Where the time goes", [*said, charts, definitions, _stage_table(run, found)]
    )


def sentence(found: list[MeanStages]) -> str:
    """The stage with the highest mean of each treatment, and its share of the mean latency."""
    stages = [
        f"the {in_words(stage)} with {enumerated([f'{_name(one, found)} ({_share(one)})' for one in own])}"
        for stage, own in grouped(found, lambda stages: stages.longest).items()
    ]
    return f"By its mean, the longest stage of a message is {'; '.join(stages)}."


def _name(one: MeanStages, found: list[MeanStages]) -> str:
    contexts = {context(other.treatment) for other in found}
    return short_name(one.treatment) if len(contexts) == 1 else full_name(one.treatment)


def _share(one: MeanStages) -> str:
    share = one.share(one.longest)
    between = f", 95% interval {interval(share.low, share.high)}" if share.has_interval else ""
    return f"{significant(share.median)}{NO_BREAK}%{between}, of {significant(one.whole)}{NO_BREAK}ms"


def _found(run: MeasuredRun) -> list[MeanStages]:
    found = (mean_stages(run, treatment) for treatment in ordered_treatments(run.plan))
    return [one for one in found if one]


def _stage_table(run: MeasuredRun, found: list[MeanStages]) -> Table:
    by_treatment = {one.treatment.id: one for one in found}
    columns = [TREATMENT]
    for stage in occurring(found):
        columns += _columns(run, by_treatment, stage)
    columns.append(number("mean", lambda treatment: significant(by_treatment[treatment.id].whole), "all"))
    caption = "Latency from producer to consumer by stage, ms"
    return treatment_table(
        run, "stages-table", caption, columns, NOTES, lambda treatment: treatment.id in by_treatment
    )


def _columns(
    run: MeasuredRun, by_treatment: dict[str, MeanStages], stage: str
) -> list[ItemColumn[Treatment]]:
    percentiles = {"median": "p50", "p95": "p95"}
    return [
        number(
            "mean",
            lambda treatment: significant(by_treatment[treatment.id].means.get(stage)),
            in_words(stage),
        ),
        *(
            median_column(run, TreatmentMetric(column_of(stage, which)), title, in_words(stage))
            for title, which in percentiles.items()
        ),
    ]


RECORD = SectionRecord("stages", lambda run: bool(_found(run)), _build, Question.COST)
