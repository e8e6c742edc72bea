"""Which differences this machine can detect, from arms that are equal and arms that differ on purpose."""

from include.rendering.blocks import paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    equal_arms,
    equal_restarted_arms,
    planted_arms,
)
from include.report.sections.calibration.calibration_tables import calibration_tables
from include.report.sections.calibration.sentences import calibration_sentences
from include.report.sections.record import Question, ReportSection, SectionRecord


def applies(run: MeasuredRun) -> bool:
    """Whether one arm equals the baseline, and another is planted or equals a restarted arm."""
    return bool(equal_arms(run)) and bool({*planted_arms(run), *equal_restarted_arms(run)})


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    return ReportSection(
        id="calibration",
        title="Calibration",
        blocks=with_rows(*calibration_tables(run)),
        answer=paragraphs(calibration_sentences(run)),
    )


RECORD = SectionRecord("calibration", applies, build, Question.ARMS)
