"""What was run: the machine, the cluster, the load programs and the settings."""

from include.rendering.blocks import Block, Facts, Folded, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.environment.cell_settings import settings_table
from include.report.sections.environment.client_settings import client_table
from include.report.sections.environment.facts import facts
from include.report.sections.record import ReportSection, SectionRecord, always


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    settings = settings_table(run)
    blocks: list[Block] = [
        Facts(facts(run)),
        *with_rows(client_table(run)),
        Folded(settings.caption, settings),
    ]
    return ReportSection("run", "What was run", blocks)


RECORD = SectionRecord("environment", always, build)
