"""How the load programs recovered from each fault."""

from include.rendering.blocks import Charts, with_rows
from include.report.fault_variants import has_faults
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.sections.recovery.recovery_table import recovery_table
from include.report.sections.recovery.timelines import timelines

HOW_TO_READ = (
    "The first valid repetition under each fault, in tenths of a second. The time of the fault is shaded."
)


def applies(run: MeasuredRun) -> bool:
    """Whether any treatment has a fault."""
    return has_faults(run.plan)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    charts = timelines(run)
    shown = [Charts(charts, HOW_TO_READ)] if charts else []
    return ReportSection("recovery-section", "Recovery", [*with_rows(recovery_table(run)), *shown])


RECORD = SectionRecord("recovery", applies, build)
