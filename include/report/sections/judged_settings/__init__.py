"""A user's own client settings: what they promise, whether they kept it, and what they cost."""

from include.rendering.blocks import with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.judged_settings.sentences import judged_paragraphs
from include.report.sections.judged_settings.tables import deciding_table, left_out_table, passed_table
from include.report.sections.record import Question, ReportSection, SectionRecord


def applies(run: MeasuredRun) -> bool:
    """Whether the experiment judges settings of a user."""
    return run.plan.experiment.judged is not None


def build(run: MeasuredRun) -> ReportSection:
    """Build the section.

    Raises:
        ValueError: The experiment judges no settings.
    """
    judged = run.plan.experiment.judged
    if judged is None:
        raise ValueError(f"{run.plan.run_id}: the experiment judges no settings of a user")
    tables = (deciding_table(judged), passed_table(judged), left_out_table(judged))
    return ReportSection(
        id="judged-settings",
        title="The settings",
        blocks=[block for table in tables for block in with_rows(table)],
        answer=judged_paragraphs(run, judged),
    )


RECORD = SectionRecord("judged_settings", applies, build, Question.SETTINGS)
