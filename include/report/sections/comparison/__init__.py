"""The arms of a run, each compared with the baseline."""

from include.rendering.blocks import paragraphs
from include.report.arm_comparisons import candidate_arms
from include.report.arm_sentences import arm_sentences
from include.report.measured_run import MeasuredRun
from include.report.sections.comparison.comparison_table import comparison_table
from include.report.sections.record import Question, ReportSection, SectionRecord


def applies(run: MeasuredRun) -> bool:
    """Whether there is an arm beside the baseline."""
    return bool(candidate_arms(run))


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    arms = candidate_arms(run)
    return ReportSection(
        id="comparison",
        title="Comparison",
        blocks=[comparison_table(run, arm) for arm in arms],
        answer=paragraphs(one for arm in arms for one in arm_sentences(run, arm)),
    )


RECORD = SectionRecord("comparison", applies, build, Question.ARMS)
