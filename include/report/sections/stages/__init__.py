"""Where the time of a message goes, from its creation to its receipt: a bar of stages for each treatment."""

from include.metrics.stages import STAGES
from include.rendering.blocks import Charts, Definitions, Paragraph
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.sections.stages.mean_stages import MeanStages, in_words, mean_stages, occurring
from include.report.sections.stages.stage_chart import stage_chart
from include.report.sections.stages.stage_table import stage_table
from include.report.treatments import context, full_name, ordered_treatments, short_name

MOST_NAMED = 8
"""The sentence is left out where it would have to name more treatments than this."""

HOW_TO_READ = (
    "The bars are divided at the moments that were recorded for each message. A moment after the receipt, as "
    "an acknowledgement may be, counts as the receipt, so that the stages add up to the latency."
)


def applies(run: MeasuredRun) -> bool:
    """Whether the stages of any treatment were recorded, at a fixed rate."""
    return bool(_found(run))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    found = _found(run)
    panels: dict[str, list[MeanStages]] = {}
    for one in found:
        panels.setdefault(context(one.treatment), []).append(one)
    said = [Paragraph(sentence(found))] if len(found) <= MOST_NAMED else []
    charts = Charts([stage_chart(panels)], HOW_TO_READ)
    definitions = Definitions([(in_words(stage), STAGES[stage]) for stage in occurring(found)])
    return ReportSection(
        "stages", "Where the time goes", [*said, charts, definitions, stage_table(run, found)]
    )


def sentence(found: list[MeanStages]) -> str:
    """The stage with the highest mean of each treatment, and its share of the mean latency."""
    by_stage: dict[str, list[str]] = {}
    for one in found:
        by_stage.setdefault(one.longest, []).append(f"{_name(one, found)} ({_share(one)})")
    stages = [f"the {in_words(stage)} with {enumerated(names)}" for stage, names in by_stage.items()]
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


RECORD = SectionRecord("stages", applies, build, Question.COST)
